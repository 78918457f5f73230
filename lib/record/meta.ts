/**
 * Reading and writing `meta.json`, which umwelten and others read and rewrite too: their keys are kept, ours are found
 * again or given up.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { META_FILE, under } from "./layout.ts";
import type { ImprintMeta } from "./meta_types.ts";
import { parseImprintMeta } from "./parse_meta.ts";
import { isObject, parseObject, type RawRow } from "./read_rows.ts";

/** What a session's `meta.json` says. */
export interface MetaRead {
  /** True when the file is there, whatever it holds. */
  readonly exists: boolean;
  /** Ours; undefined when it is missing or unusable. */
  readonly imprint: ImprintMeta | undefined;
  /** The whole object, empty when the file is no JSON object. */
  readonly raw: RawRow;
}

/**
 * Reads a directory's `meta.json`. Missing, emptied, not JSON, without our part: never an error.
 *
 * @param directory a session's directory
 */
export function readMeta(files: Pick<Files, "readText">, directory: string): MetaRead {
  const text = files.readText(under(directory, META_FILE));
  const raw = parseObject(text ?? "") ?? {};
  return { exists: text !== undefined, imprint: parseImprintMeta(raw.imprintHook), raw };
}

/**
 * Replaces a directory's `meta.json`. Keys of other programs stay, inside `imprintHook` too.
 *
 * @param directory a session's directory, as `learningsRoot` is meant by umwelten
 * @param meta our part
 * @param options `raw`: what `readMeta` gave; `now`: ISO time; `cache`: a power cut may lose it, as only the reading of
 * the transcript would begin anew
 */
export function writeMeta(
  files: Pick<Files, "replace">,
  directory: string,
  { meta, raw, now, cache = false }: {
    readonly meta: ImprintMeta;
    readonly raw: RawRow;
    readonly now: string;
    readonly cache?: boolean;
  },
): void {
  const { tombstone: _, forgotten: __, ...kept } = isObject(raw.imprintHook) ? raw.imprintHook : {} as RawRow;
  const whole = {
    ...raw,
    claudeProjectPath: meta.projectPath,
    claudeSessionUuid: meta.sessionId,
    learningsRoot: directory,
    updatedAt: now,
    imprintHook: { ...kept, ...meta },
  };
  files.replace(under(directory, META_FILE), new TextEncoder().encode(`${JSON.stringify(whole, null, 2)}\n`), {
    cache,
  });
}
