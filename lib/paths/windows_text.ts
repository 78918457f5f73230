/**
 * Windows spellings of absolute paths (`formats/paths_and_wsl.md` 1.1), by text alone. What `\\wsl.localhost` means on
 * drives is settled later, by the mount tables.
 *
 * @module
 */
import { foldNtfs } from "./fold.ts";
import { type Identity, type Unplaceable, unplaceable } from "./identity.ts";
import { decodePercent } from "./percent.ts";
import { collapse } from "./segments.ts";
import { isDeviceName, isWindowsName, trimWindowsName, unescapeFromShare } from "./windows_names.ts";

/** How names are read: `plain` ones are trimmed and may be devices, behind `\\?\` they are taken as they stand. */
type NameRule = "plain" | "verbatim";

/**
 * True for texts that only Windows writes: a drive, two backslashes, `\??\`.
 *
 * @param text any text
 * @returns whether it is one, absolute or not
 */
export function looksLikeWindows(text: string): boolean {
  return /^(?:[A-Za-z]:|\\\\|\\\?\?\\)/.test(text);
}

/**
 * True for a drive as the path of a URI writes it: `/c:/w`, `/C:`, `/c%3A/w`
 * (https://github.com/microsoft/vscode-remote-release/issues/1874).
 *
 * @param text any text
 * @returns whether it is one
 */
export function looksLikeUriDrive(text: string): boolean {
  return /^\/[A-Za-z](?::|%3[Aa])(?:[/\\]|$)/.test(text);
}

/**
 * Reads an absolute path as a Windows program means it, MSYS (`/c/w`) and Cygwin (`/cygdrive/c/w`) spellings included.
 *
 * @param text a text without NUL
 * @returns a `drive`, `unc` or `wsl` identity; a distribution's name is as written
 */
export function parseWindowsText(text: string): Identity | Unplaceable {
  if (text.startsWith("\\\\?\\") || text.startsWith("\\??\\")) return parseDevicePath(text.slice(4), "verbatim");
  const path = text.replaceAll("/", "\\");
  if (path.startsWith("\\\\.\\") || path.startsWith("\\\\?\\")) return parseDevicePath(path.slice(4), "plain");
  if (path.startsWith("\\\\")) return parseShare(path, "plain");
  if (/^[A-Za-z]:/.test(path)) return parseDrive(path, "plain");
  if (text.startsWith("/")) return parseRooted(text);
  return unplaceable(path.startsWith("\\") ? "root-relative" : "relative");
}

function parseDevicePath(path: string, rule: NameRule): Identity | Unplaceable {
  if (rule === "verbatim" && path.includes("/")) return unplaceable("bad-win-name");
  if (/^[A-Za-z]:\\/.test(path)) return parseDrive(path, rule);
  if (/^UNC\\/i.test(path)) return parseShare(path.slice(4), rule);
  return unplaceable("device-path");
}

function parseDrive(path: string, rule: NameRule): Identity | Unplaceable {
  if (path.charAt(2) !== "\\") return unplaceable("drive-relative");
  return driveOf(path.charAt(0), readNames(path.slice(3).split("\\"), rule), rule);
}

function driveOf(letter: string, segments: string[] | undefined, rule: NameRule): Identity | Unplaceable {
  if (segments === undefined || !segments.every(isWindowsName)) return unplaceable("bad-win-name");
  if (rule === "plain") {
    if (segments.some(isDeviceName)) return unplaceable("bad-win-name");
    // A Windows program resolved `/mnt/c/...` against its current drive: https://github.com/openai/codex/issues/28302
    const [first = "", second = ""] = segments;
    if (foldNtfs(first) === "MNT" && /^[A-Za-z]$/.test(second)) return unplaceable("suspect-c-mnt");
  }
  return { kind: "drive", drive: letter.toUpperCase(), segments };
}

function parseShare(path: string, rule: NameRule): Identity | Unplaceable {
  // Empty names first: a text whose backslashes were escaped once too often starts with four.
  const [host = "", share, ...rest] = path.split("\\").filter((name) => name !== "");
  if (!isWindowsName(host)) return unplaceable("bad-win-name");
  const linux = isWslHost(host);
  if (share === undefined) return unplaceable(linux ? "wsl-root-no-distro" : "unc-without-share");
  const segments = readNames(rest, rule);
  if (!isWindowsName(share) || segments === undefined) return unplaceable("bad-win-name");
  if (linux) {
    if (!segments.every((name) => isWindowsName(name.replaceAll("\t", "_")))) return unplaceable("bad-win-name");
    return { kind: "wsl", distro: share, segments: segments.map(unescapeFromShare) };
  }
  const device = rule === "plain" && segments.some(isDeviceName);
  if (device || !segments.every(isWindowsName)) return unplaceable("bad-win-name");
  return { kind: "unc", host, share, segments };
}

// The bare host "wsl" of some 2020 builds is left out: it may be a machine in the network.
function isWslHost(host: string): boolean {
  const folded = foldNtfs(host);
  return folded === "WSL.LOCALHOST" || folded === "WSL$";
}

/** Undefined when a name is nothing but dots and spaces: Windows reads some of these as other names, some as real ones. */
function readNames(names: readonly string[], rule: NameRule): string[] | undefined {
  if (rule === "verbatim") return names.filter((name) => name !== "");
  const trimmed: string[] = [];
  for (const name of names) {
    const kept = name === "" || name === "." || name === ".." ? name : trimWindowsName(name);
    if (kept === "" && name !== "") return undefined;
    trimmed.push(kept);
  }
  return collapse(trimmed);
}

function parseRooted(text: string): Identity | Unplaceable {
  let path = text;
  if (/^\/[A-Za-z]%3a/i.test(text)) {
    const decoded = decodePercent(text);
    if (decoded === undefined) return unplaceable("bad-uri");
    path = decoded;
  }
  const names = readNames(path.split(/[/\\]/), "plain");
  if (names === undefined) return unplaceable("bad-win-name");
  const [first = "", second = "", ...rest] = names;
  if (/^[A-Za-z]:?$/.test(first)) return driveOf(first.charAt(0), names.slice(1), "plain");
  if (foldNtfs(first) === "CYGDRIVE" && /^[A-Za-z]$/.test(second)) return driveOf(second, rest, "plain");
  return unplaceable("posix-path-without-origin");
}
