/**
 * What `wsl.exe` itself prints: UTF-16LE without a mark unless `WSL_UTF8` is set and understood, lines that end in CRLF or
 * even `\r\r\n` (https://github.com/tailscale/tailscale/issues/3170). Localized sentences are never read, only lists of names.
 *
 * @module
 */

/**
 * The lines of a list.
 *
 * @param bytes as printed
 * @returns without empty ones
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const utf16 = Uint8Array.from("Ubuntu\r\r\n", (unit) => unit.charCodeAt(0));
 * const wide = new Uint8Array(Array.from(utf16).flatMap((byte) => [byte, 0]));
 * assertEquals(wslLines(wide), ["Ubuntu"]);
 * assertEquals(wslLines(utf16), ["Ubuntu"]);
 * ```
 */
export function wslLines(bytes: Uint8Array): readonly string[] {
  const zeros = bytes.reduce((count, byte) => byte === 0 ? count + 1 : count, 0);
  const isWide = bytes[1] === 0 || zeros > bytes.length / 3 || (bytes[0] === 0xff && bytes[1] === 0xfe);
  const text = new TextDecoder(isWide ? "utf-16le" : "utf-8").decode(bytes);
  return text.split(/[\r\n]+/).map((line) => line.replaceAll("\0", "").trim()).filter((line) => line !== "");
}
