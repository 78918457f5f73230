/**
 * Opens transcripts: plain files, compressed ones, and conversations that a client keeps in several files. Whoever reads
 * gets the bytes of one plain transcript.
 *
 * @module
 */
import type { Files, ReadHandle } from "../io/files.ts";
import type { ClientModule, TranscriptPart } from "../types.ts";
import { joinedHandle, type Piece } from "./joined_handle.ts";
import { isZstd } from "./is_zstd.ts";

/**
 * Opens one file. Its first bytes say whether it is compressed, its name does not
 * (https://github.com/vshulcz/deja-vu/issues/3640).
 *
 * @returns undefined when the file does not exist
 */
export async function openSource(files: Pick<Files, "open">, path: string): Promise<ReadHandle | undefined> {
  const handle = files.open(path);
  if (handle === undefined || !isZstd(handle)) return handle;
  const { zstdHandle } = await import("./zstd_handle.ts");
  return await zstdHandle(handle);
}

/**
 * The whole conversation that an open file belongs to.
 *
 * @param client whose file it is
 * @param opened the file, by {@linkcode openSource}
 * @returns `opened.handle` itself when it is all there is, else a source that closes the other files, not that one
 */
export async function openWhole(
  files: Pick<Files, "open" | "list" | "stat">,
  client: ClientModule,
  opened: { readonly path: string; readonly handle: ReadHandle },
): Promise<ReadHandle> {
  const parts = client.parts?.(files, opened.path) ?? [];
  if (parts.length < 2) return opened.handle;
  const others: ReadHandle[] = [];
  const pieces: Piece[] = [];
  for (const part of parts) {
    const own = part.path === opened.path;
    const handle = own ? opened.handle : await openSource(files, part.path);
    if (handle === undefined) continue;
    if (!own) others.push(handle);
    pieces.push(...markerPieces(part, handle, pieces.length === 0), { handle });
  }
  return joinedHandle(pieces, () => {
    for (const handle of others) handle.close();
  });
}

/** The marker as a line of its own, whether or not the file before ends with a line feed. */
function markerPieces({ marker }: TranscriptPart, { size }: ReadHandle, first: boolean): Piece[] {
  if (first || size === 0) return [];
  return [{ bytes: new TextEncoder().encode(marker === undefined ? "\n" : `\n${marker}\n`) }];
}
