/**
 * @module
 */

/**
 * The path of a `file:` URL as this system writes it, for command lines.
 *
 * @param url a URL with scheme `file:`
 */
export function nativePath(url: URL): string {
  const path = decodeURIComponent(url.pathname);
  return Deno.build.os === "windows" ? path.replace(/^\/(?=[A-Za-z]:)/, "").replaceAll("/", "\\") : path;
}
