/**
 * Which Windows directories a WSL distribution sees where. A table is data: it was handed over once
 * (`profile add --mounts -`), because a program with this product's permissions can read nothing below `/proc`.
 *
 * @module
 */
import { foldNtfs } from "./fold.ts";
import type { DriveIdentity, Identity, UncIdentity, WslIdentity } from "./identity.ts";
import { posixSegments, startsWithSegments } from "./segments.ts";
import { parseWindowsText } from "./windows_text.ts";
import { escapeForDrive } from "./windows_names.ts";

/** {@linkcode Mount.src} of a Windows mount whose source WSL does not tell (virtiofs). Paths on it are unplaceable. */
export const UNKNOWN_SOURCE = "?";

/** One visible mount of a distribution. */
export interface Mount {
  /** Windows directory (`C:\`, `C:`, `C:\src`, `\\nas\data`); null: something of Linux covers a Windows mount here. */
  readonly src: string | null;
  /** Linux directory it is mounted on; case counts. */
  readonly at: string;
}

/** The mount table of one registered WSL profile. */
export interface DistroMounts {
  readonly distro: string;
  /** Nothing covers anything in here; of two entries at one place the last holds. */
  readonly mounts: readonly Mount[];
  /** The user's Linux home directory, for {@linkcode Suspicion}. */
  readonly home?: string;
}

/** The tables of all registered profiles. */
export type MountTables = readonly DistroMounts[];

/** A mount, read. */
export interface ReadMount {
  readonly at: readonly string[];
  readonly source: DriveIdentity | UncIdentity | "linux" | "unknown";
}

/** What WSL mounts when nobody configured anything: every drive letter below `/mnt`. */
export const DEFAULT_MOUNTS: readonly Mount[] = driveMounts("/mnt/");

/**
 * All 26 drives below a directory.
 *
 * @param root the `[automount] root` of wsl.conf, with a slash at its end
 * @returns one mount a letter
 */
export function driveMounts(root: string): Mount[] {
  return Array.from(
    "abcdefghijklmnopqrstuvwxyz",
    (letter) => ({ src: `${letter.toUpperCase()}:\\`, at: root + letter }),
  );
}

/**
 * The table of a distribution.
 *
 * @param distro its name, in any case
 * @param tables the registered profiles
 * @returns undefined when no profile has it
 */
export function tableOf(distro: string, tables: MountTables = []): DistroMounts | undefined {
  const folded = foldNtfs(distro);
  return tables.find((table) => foldNtfs(table.distro) === folded);
}

/**
 * The mounts of a distribution, read; without a profile what WSL does by default.
 *
 * @param distro its name, in any case
 * @param tables the registered profiles
 * @returns its mounts, in the order of the table
 */
export function mountsOf(distro: string, tables?: MountTables): readonly ReadMount[] {
  return readTable(tableOf(distro, tables)?.mounts ?? DEFAULT_MOUNTS);
}

// Only saves work: the same table is asked for every directory of a session.
const tablesRead = new WeakMap<readonly Mount[], readonly ReadMount[]>();

function readTable(mounts: readonly Mount[]): readonly ReadMount[] {
  let read = tablesRead.get(mounts);
  if (read === undefined) {
    read = mounts.map(({ src, at }) => ({ at: posixSegments(at), source: readSource(src) }));
    tablesRead.set(mounts, read);
  }
  return read;
}

function readSource(src: string | null): ReadMount["source"] {
  if (src === null) return "linux";
  const text = /^[A-Za-z]:$/.test(src) ? `${src}\\` : /^UNC\\/i.test(src) ? `\\\\${src.slice(4)}` : src;
  const identity = parseWindowsText(text);
  // Another distribution's disk, mounted through its share, stays unplaceable: nobody has been seen to do it.
  return identity.kind === "drive" || identity.kind === "unc" ? identity : "unknown";
}

/**
 * Where a Linux path of a distribution really lies.
 *
 * @param identity the path, as if nothing were mounted
 * @param tables the registered profiles
 * @returns the Windows identity when it is on a Windows mount, the given one when not, undefined on a mount without
 * known source
 */
export function throughMounts(identity: WslIdentity, tables?: MountTables): Identity | undefined {
  let deepest: ReadMount | undefined;
  for (const mount of mountsOf(identity.distro, tables)) {
    if (!startsWithSegments(mount.at, identity.segments)) continue;
    if (deepest === undefined || mount.at.length >= deepest.at.length) deepest = mount;
  }
  if (deepest === undefined || deepest.source === "linux") return identity;
  if (deepest.source === "unknown") return undefined;
  const { source } = deepest;
  const below = identity.segments.slice(deepest.at.length).map(escapeForDrive);
  return { ...source, segments: [...source.segments, ...below] };
}
