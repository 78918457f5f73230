/**
 * The search index of one working directory. It is a cache in the state directory; the rows are the truth.
 *
 * @module
 */
import type { Product } from "../../import/product.ts";
import { searchIndexFolder, TRUSTED_ENDING } from "../../import/search_index.ts";
import { sha256Hex } from "../../record/ids.ts";
import { under } from "../../record/layout.ts";
import { openSegment, type Segment } from "./segment.ts";
import { folderTimes, readTrusted, type TrustedSegment } from "./trusted_index.ts";

/** An open segment, and the positions of its sessions that do not count any more. */
export interface OpenIndexSegment {
  readonly segment: Segment;
  readonly outdated: ReadonlySet<number>;
}

/** The index of a working directory. */
export interface WorkDirIndex {
  readonly workDir: string;
  readonly segments: readonly OpenIndexSegment[];
  close(): void;
}

/**
 * Opens the index, after bringing it up to date.
 *
 * @param options `sealKey`: this installation's; `onBuild`: called before many rows are read
 * @throws {InputError} when others write it or take it away for too long
 */
export async function openIndex(
  product: Product,
  workDir: string,
  { sealKey, onBuild }: { readonly sealKey: Uint8Array; readonly onBuild?: () => void },
): Promise<WorkDirIndex> {
  const { files, config } = product;
  const folder = searchIndexFolder(product);
  const name = sha256Hex(workDir).slice(0, 24);
  // Other words to redact: other words to index.
  const words = config.redact.length === 0 ? "" : sha256Hex(JSON.stringify(config.redact)).slice(0, 16);
  const trustedPath = under(folder, `${name}${TRUSTED_ENDING}`);
  const folders = folderTimes(files, workDir);
  const now = product.now().getTime();
  const trusted = readTrusted(files.readText(trustedPath), { words, folders, now });
  const opened = trusted === undefined ? undefined : open(product, workDir, trusted);
  if (opened !== undefined) return opened;
  // Loaded only then: most searches read what is there.
  const { refreshAlone } = await import("./refresh_alone.ts");
  const options = { folder, name, trustedPath, workDir, sealKey, words, folders, now, onBuild };
  return await refreshAlone(product, options, (segments) => open(product, workDir, segments));
}

/** @returns undefined when a segment is not there, or damaged */
function open(product: Product, workDir: string, trusted: readonly TrustedSegment[]): WorkDirIndex | undefined {
  const folder = searchIndexFolder(product);
  const segments: OpenIndexSegment[] = [];
  const close = () => segments.forEach(({ segment }) => segment.close());
  for (const { name, outdated } of trusted) {
    const segment = openSegment(product.files, under(folder, name));
    if (segment === undefined) {
      close();
      return undefined;
    }
    segments.push({ segment, outdated: new Set(outdated) });
  }
  return { workDir, segments, close };
}
