/**
 * Identity to text, for opening files, for showing and for `projectPath`; never for comparing.
 *
 * @module
 */
import type { Environment } from "../types.ts";
import { foldNtfs } from "./fold.ts";
import type { Identity, RecordedPath, Unplaceable } from "./identity.ts";
import { identityKey, sameRoot, segmentKeys } from "./key.ts";
import { mountsOf, type MountTables } from "./mounts.ts";
import { parsePath, type PathContext } from "./parse.ts";
import { startsWithSegments } from "./segments.ts";
import { escapeForShare } from "./windows_names.ts";

/**
 * The text that opens a place from an environment. What it returns reads back ({@linkcode parsePath}) as the same
 * identity: names that Windows would change are written behind `\\?\`, a mount that is covered is not used.
 *
 * @param identity a place
 * @param context the environment that shall understand the text, and the known mounts
 * @returns undefined when it can't be reached from there, or only through a distribution that no profile names
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const place = { kind: "drive", drive: "C", segments: ["kettle"] } as const;
 * assertEquals(renderPath(place, { environment: { os: "windows" } }), "C:\\kettle");
 * assertEquals(renderPath(place, { environment: { os: "linux" } }), undefined);
 * ```
 */
export function renderPath(identity: Identity, context: PathContext): string | undefined {
  return spellings(identity, context).find((text) => isSame(parsePath(text, context), identity));
}

/**
 * The frozen project path of a session (design section 2): the place rendered in its own environment, so that
 * `/mnt/c/kettle` from WSL and `c:\kettle` from Windows give one. For ordinary POSIX paths it is the recorded text.
 *
 * @param recorded the session's first recorded directory
 * @param mounts the registered WSL profiles
 * @returns the recorded text itself when it has no place
 */
export function projectPathOf(recorded: RecordedPath, mounts: MountTables = []): string {
  const { place, text } = recorded;
  if (place.kind === "unknown") return text;
  return renderPath(place, { environment: homeOf(place), mounts }) ?? text;
}

function homeOf(identity: Identity): Environment {
  switch (identity.kind) {
    case "drive":
    case "unc":
      return { os: "windows" };
    case "wsl":
      return { os: "wsl", distro: identity.distro };
    case "posix":
      return { os: "linux" };
    case "mac":
      return { os: "macos" };
  }
}

function spellings(identity: Identity, { environment, mounts }: PathContext): string[] {
  switch (environment.os) {
    case "windows":
      return windowsSpellings(identity);
    case "wsl":
      return linuxSpellings(identity, mountSpellings(identity, environment.distro, mounts), environment.distro);
    case "linux":
      return identity.kind === "posix" ? [posixText(identity.segments)] : [];
    case "macos":
      return identity.kind === "mac" ? [posixText(identity.segments)] : [];
  }
}

function windowsSpellings(identity: Identity): string[] {
  switch (identity.kind) {
    case "drive": {
      const text = `${identity.drive}:\\${identity.segments.join("\\")}`;
      return [text, `\\\\?\\${text}`];
    }
    case "unc": {
      const text = [identity.host, identity.share, ...identity.segments].join("\\");
      return [`\\\\${text}`, `\\\\?\\UNC\\${text}`];
    }
    case "wsl": {
      if (identity.distro === "") return [];
      const text = `wsl.localhost\\${identity.distro}\\${identity.segments.map(escapeForShare).join("\\")}`;
      return [`\\\\${text}`, `\\\\?\\UNC\\${text}`];
    }
    default:
      return [];
  }
}

function linuxSpellings(identity: Identity, mounted: string[], distro: string): string[] {
  if (identity.kind !== "wsl" || foldNtfs(identity.distro) !== foldNtfs(distro)) return mounted;
  return [posixText(identity.segments), ...mounted];
}

/** Longest source first, as wslpath chooses. */
function mountSpellings(identity: Identity, distro: string, tables?: MountTables): string[] {
  const found: { readonly depth: number; readonly text: string }[] = [];
  for (const { at, source } of mountsOf(distro, tables)) {
    if (source === "linux" || source === "unknown" || !sameRoot(source, identity)) continue;
    if (!startsWithSegments(segmentKeys(source), segmentKeys(identity))) continue;
    const depth = source.segments.length;
    found.push({ depth, text: posixText([...at, ...identity.segments.slice(depth)]) });
  }
  return found.sort((a, b) => b.depth - a.depth).map(({ text }) => text);
}

function posixText(segments: readonly string[]): string {
  return `/${segments.join("/")}`;
}

// By key: a mount table may spell the upper part of a drive path in another case than the client did.
function isSame(read: Identity | Unplaceable, identity: Identity): boolean {
  return read.kind !== "unknown" && identityKey(read) === identityKey(identity);
}
