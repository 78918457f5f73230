/**
 * What hooks have said on standard error: the same reason at most once per session and hour.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { sha256Hex } from "../record/ids.ts";
import { under } from "../record/layout.ts";

const HOUR = 3_600_000;
const MOST = 100;

/**
 * Asks whether something may be said now, and remembers that it was.
 *
 * @param notice `key`: session and reason; `now`: milliseconds since 1970
 */
export function shouldTell(
  files: Pick<Files, "readText" | "replace" | "makeDirectory">,
  state: string,
  { key, now }: { readonly key: string; readonly now: number },
): boolean {
  const path = under(state, "notices.json");
  const id = sha256Hex(key).slice(0, 16);
  const told = readTold(files.readText(path)).filter(([, at]) => at <= now && now - at < HOUR);
  if (told.some(([known]) => known === id)) return false;
  try {
    files.makeDirectory(state);
    const kept = [...told, [id, now] as const].slice(-MOST);
    files.replace(path, new TextEncoder().encode(JSON.stringify(Object.fromEntries(kept))), { cache: true });
  } catch {
    // Where nothing can be remembered, saying it again is better than silence.
  }
  return true;
}

function readTold(text: string | undefined): (readonly [string, number])[] {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === "number");
  } catch {
    return [];
  }
}
