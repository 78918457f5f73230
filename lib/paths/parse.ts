/**
 * Recorded text to identity.
 *
 * @module
 */
import type { Environment } from "../types.ts";
import { type Identity, type RecordedPath, type Unplaceable, unplaceable, type WslIdentity } from "./identity.ts";
import { foldNtfs } from "./fold.ts";
import { type MountTables, tableOf, throughMounts } from "./mounts.ts";
import { posixSegments } from "./segments.ts";
import { parseUri, type UriPath } from "./uri.ts";
import { looksLikeUriDrive, looksLikeWindows, parseWindowsText } from "./windows_text.ts";

/** No system reaches a directory by a longer path at once (`PATH_MAX` of Linux). */
const MOST_CHARACTERS = 4096;
/** Each name is a place to look for a repository, so that a path of thousands would keep a hook busy for seconds. */
const MOST_NAMES = 256;

/** What is known beside the text. */
export interface PathContext {
  /** The machine whose client wrote the text. */
  readonly environment: Environment;
  /** The registered WSL profiles. */
  readonly mounts?: MountTables;
}

/**
 * Reads a path that a client recorded. By text alone: no disk, no guess from the look of the string about the machine
 * it comes from (`formats/paths_and_wsl.md` section 0).
 *
 * @param text what the client wrote, of any shape
 * @param context the machine it was written on, and the known mounts
 * @returns the place, or why it has none; never throws
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const mounts = [{ distro: "Ubuntu", mounts: [{ src: "C:\\", at: "/mnt/c" }] }];
 * const drive = { kind: "drive", drive: "C", segments: ["kettle"] } as const;
 * assertEquals(parsePath("/mnt/c/kettle", { environment: { os: "wsl", distro: "Ubuntu" }, mounts }), drive);
 * assertEquals(parsePath("file:///c%3A/kettle", { environment: { os: "windows" } }), drive);
 * ```
 */
export function parsePath(text: string, context: PathContext): Identity | Unplaceable {
  if (text === "" || text.includes("\0")) return unplaceable("empty-or-nul");
  if (text.length > MOST_CHARACTERS) return unplaceable("too-long");
  if (text.includes("\ufffd")) return unplaceable("damaged-text");
  // Output of `pwd` that nobody trimmed. A space at the end is a name on POSIX, a line end practically never.
  if (text.charCodeAt(0) <= 0x20 || /^\s|[\r\n]$/.test(text)) return unplaceable("stray-whitespace");
  if (text.startsWith("~")) return unplaceable("tilde");
  const uri = parseUri(text);
  const place = uri === undefined ? parseNative(text, context) : parseUriPath(uri, context);
  return place.kind !== "unknown" && place.segments.length > MOST_NAMES ? unplaceable("too-long") : place;
}

/**
 * Reads a recorded path and keeps what it was read from.
 *
 * @param text what the client wrote
 * @param context the machine it was written on, and the known mounts
 * @returns text, environment and place
 */
export function recordPath(text: string, context: PathContext): RecordedPath {
  return { text, environment: context.environment, place: parsePath(text, context) };
}

function parseNative(text: string, context: PathContext): Identity | Unplaceable {
  const { environment } = context;
  switch (environment.os) {
    case "windows":
      return settle(parseWindowsText(text), context);
    case "wsl":
      // Windows programs hand such paths over: https://github.com/obra/superpowers/pull/2165
      if (looksLikeWindows(text) || looksLikeUriDrive(text) || namesWslShare(text)) {
        return settle(parseWindowsText(text), context);
      }
      return text.startsWith("/") ? settle(linuxPath(text, environment.distro), context) : unplaceable("relative");
    case "linux":
    case "macos": {
      if (looksLikeWindows(text) || looksLikeUriDrive(text)) return unplaceable("foreign-windows-path");
      if (!text.startsWith("/")) return unplaceable("relative");
      const segments = posixSegments(text);
      if (startsWithDrive(segments)) return unplaceable("foreign-windows-path");
      return faultOf(segments) ?? { kind: environment.os === "macos" ? "mac" : "posix", segments };
    }
  }
}

function namesWslShare(text: string): boolean {
  return /^\/\/(?:wsl\$|wsl\.localhost)(?:[/\\]|$)/i.test(text);
}

function linuxPath(text: string, distro: string): WslIdentity {
  return { kind: "wsl", distro, segments: posixSegments(text) };
}

function parseUriPath(uri: UriPath, context: PathContext): Identity | Unplaceable {
  const { os } = context.environment;
  const onWindows = os === "windows" || os === "wsl";
  switch (uri.kind) {
    case "text":
      if (uri.text.includes("\0")) return unplaceable("empty-or-nul");
      return parseNative(uri.text, context);
    case "share":
      if (!onWindows || /[@:]/.test(uri.host)) return unplaceable("foreign-remote");
      if (uri.text.includes("\0")) return unplaceable("empty-or-nul");
      return settle(parseWindowsText(uri.text), context);
    case "wsl":
      if (!onWindows) return unplaceable("foreign-remote");
      if (uri.path.includes("\0")) return unplaceable("empty-or-nul");
      return settle(linuxPath(uri.path, uri.distro), context);
    case "foreign":
      return unplaceable("foreign-remote");
    case "bad":
      return unplaceable("bad-uri");
  }
}

/** Gives a distribution its registered name and follows its mounts. */
function settle(place: Identity | Unplaceable, { environment, mounts }: PathContext): Identity | Unplaceable {
  if (place.kind !== "wsl") return place;
  const fault = startsWithDrive(place.segments) ? unplaceable("embedded-windows-path") : faultOf(place.segments);
  if (fault !== undefined) return fault;
  const registered = tableOf(place.distro, mounts)?.distro;
  const own = environment.os === "wsl" && foldNtfs(environment.distro) === foldNtfs(place.distro);
  const distro = registered ?? (own ? environment.distro : undefined);
  if (distro === undefined) return unplaceable("unknown-distro");
  return throughMounts({ ...place, distro }, mounts) ?? unplaceable("unmapped-mount");
}

// `/x/../C:/w`: written as an absolute path again it would be a drive.
function startsWithDrive(segments: readonly string[]): boolean {
  return looksLikeUriDrive(`/${segments[0] ?? ""}`);
}

/** What Linux and macOS would allow and practice never means. */
function faultOf(segments: readonly string[]): Unplaceable | undefined {
  // A Windows path joined to a POSIX one becomes a single name: https://github.com/openai/codex/issues/36608
  if (segments.some((name) => /^(?:[A-Za-z]:\\|\\\\[^\\])/.test(name))) return unplaceable("embedded-windows-path");
  return /[\r\n]$/.test(segments.at(-1) ?? "") ? unplaceable("stray-whitespace") : undefined;
}
