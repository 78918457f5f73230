/**
 * Percent-encoding, as URIs and their raw paths have it.
 *
 * @module
 */

/**
 * Decodes `%xx`.
 *
 * @param text a part of a URI
 * @returns undefined when it is not UTF-8 or a `%` stands alone
 */
export function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
