/**
 * Standard input to its end, for commands that a person pipes something into.
 *
 * @module
 */

/**
 * Reads everything.
 *
 * @param most bytes
 * @returns the text, decoded without failing, its mark dropped; undefined when there is more than `most`
 */
export async function readStandardInput(most: number): Promise<string | undefined> {
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(64 * 1024);
  let text = "";
  let size = 0;
  for (;;) {
    const count = await Deno.stdin.read(buffer);
    if (count === null) return text + decoder.decode();
    size += count;
    if (size > most) return undefined;
    text += decoder.decode(buffer.subarray(0, count), { stream: true });
  }
}
