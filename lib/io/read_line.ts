/**
 * Lines from standard input, one after the other.
 *
 * @module
 */

const CHUNK_BYTES = 4096;
/** A longer line is none that a person typed. */
const MOST_CHARACTERS = 64 * 1024;

/** @returns a function that gives the next line without its end; undefined when there is none any more */
export function lineReader(
  read: (into: Uint8Array) => number | null = (into) => Deno.stdin.readSync(into),
): () => string | undefined {
  const decoder = new TextDecoder();
  const chunk = new Uint8Array(CHUNK_BYTES);
  let held = "";
  let ended = false;
  return () => {
    while (!ended && !held.includes("\n") && held.length < MOST_CHARACTERS) {
      const count = read(chunk);
      if (count === null) ended = true;
      held += count === null ? decoder.decode() : decoder.decode(chunk.subarray(0, count), { stream: true });
    }
    if (held === "") return undefined;
    const end = held.indexOf("\n");
    const line = end < 0 ? held : held.slice(0, end);
    held = end < 0 ? "" : held.slice(end + 1);
    return line.replace(/\r$/, "");
  };
}
