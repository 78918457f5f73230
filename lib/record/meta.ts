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
  /** The file as it is. */
  readonly text: string | undefined;
}

/**
 * Reads a directory's `meta.json`. Missing, emptied, not JSON, without our part: never an error.
 *
 * @param directory a session's directory
 * @param earlier what this run read of it before; as long as the file says the same, it is not taken apart again
 */
export function readMeta(files: Pick<Files, "readText">, directory: string, earlier?: MetaRead): MetaRead {
  const text = files.readText(under(directory, META_FILE));
  if (earlier !== undefined && text === earlier.text) return earlier;
  const raw = parseObject(text ?? "") ?? {};
  return { exists: text !== undefined, imprint: parseImprintMeta(raw.imprintHook), raw, text };
}

/** What this version writes as `imprintHook.schema`. */
const SCHEMA = 1;

/**
 * True for a `meta.json` that a later version of this program wrote, in a form that this one does not know: nothing in its
 * directory is read or changed.
 *
 * @param raw the whole object
 * @example
 * ```ts
 * import { isOfLaterVersion } from "./meta.ts";
 * isOfLaterVersion({ imprintHook: { schema: 2 } }); // true
 * ```
 */
export function isOfLaterVersion({ imprintHook }: RawRow): boolean {
  return isObject(imprintHook) && typeof imprintHook.schema === "number" && imprintHook.schema > SCHEMA;
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
  const { imprintHook: before, ...others } = raw;
  const { tombstone: _, forgotten: __, ...kept } = isObject(before) ? before : {} as RawRow;
  const readable = JSON.stringify(
    {
      ...others,
      claudeProjectPath: meta.projectPath,
      claudeSessionUuid: meta.sessionId,
      learningsRoot: directory,
      updatedAt: now,
    },
    null,
    2,
  );
  // Ours in one line: nobody reads the state of the rules, and its indents would be half of what every hook writes.
  const text = `${readable.slice(0, -2)},\n  "imprintHook": ${JSON.stringify({ ...kept, ...meta })}\n}\n`;
  files.replace(under(directory, META_FILE), new TextEncoder().encode(text), { cache });
}
