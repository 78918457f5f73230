/**
 * Paths that clients record as URIs: `file:` and VS Code's `vscode-remote:`.
 *
 * @module
 */
import { decodePercent } from "./percent.ts";

/** A URI's meaning: another text to read, or a path inside a distribution. */
export type UriPath =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "share"; readonly host: string; readonly text: string }
  | { readonly kind: "wsl"; readonly distro: string; readonly path: string }
  | { readonly kind: "foreign" }
  | { readonly kind: "bad" };

/**
 * Reads a URI. A scheme of one letter is a drive and none.
 *
 * @param text any text
 * @returns undefined when it is no URI
 */
export function parseUri(text: string): UriPath | undefined {
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]+):/.exec(text)?.[1];
  if (scheme === undefined) return undefined;
  const rest = text.slice(scheme.length + 1);
  const hasAuthority = rest.startsWith("//");
  const isFile = /^file$/i.test(scheme);
  if (!isFile && !hasAuthority) return undefined;
  // An unescaped ? or # starts something that is no path; VS Code and RFC 8089 escape both.
  if (/[?#]/.test(rest)) return { kind: "bad" };
  const slash = hasAuthority ? rest.indexOf("/", 2) : 0;
  const end = slash < 0 ? rest.length : slash;
  const authority = hasAuthority ? decodePercent(rest.slice(2, end)) : "";
  const path = decodePercent(rest.slice(end));
  if (authority === undefined || path === undefined) return { kind: "bad" };
  if (isFile) return fileUri(authority, path);
  if (!/^vscode-remote$/i.test(scheme)) return { kind: "foreign" };
  const distro = /^wsl\+([^/\\]+)$/i.exec(authority)?.[1];
  return distro === undefined ? { kind: "foreign" } : { kind: "wsl", distro, path };
}

function fileUri(authority: string, path: string): UriPath {
  // file://C:/w has a slash too few; everybody reads it as a drive.
  if (/^[A-Za-z]:$/.test(authority)) return { kind: "text", text: `/${authority}${path}` };
  if (authority === "" || /^localhost$/i.test(authority)) {
    return path.startsWith("/") ? { kind: "text", text: path } : { kind: "bad" };
  }
  return { kind: "share", host: authority, text: `//${authority}${path}` };
}
