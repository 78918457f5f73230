/**
 * The text of a settings file.
 *
 * @module
 */

/**
 * A settings file's text; a byte-order mark is part of it.
 *
 * @throws {TypeError} when the bytes are not UTF-8
 */
export function decodeSettings(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new TypeError("it is not UTF-8; save it as UTF-8");
  }
}
