/**
 * What a recorded path means, apart from how it was written. Two strings name the same place exactly when their
 * identities have the same {@linkcode identityKey} (key.ts); strings are never compared (design section 4).
 *
 * @module
 */
import type { Environment } from "../types.ts";

/** A directory on a Windows drive, also when WSL recorded it through a mount. */
export interface DriveIdentity {
  readonly kind: "drive";
  /** One upper-case letter. */
  readonly drive: string;
  /** Names as they are on the disk, recorded case. */
  readonly segments: readonly string[];
}

/** A directory on a Windows network share. */
export interface UncIdentity {
  readonly kind: "unc";
  readonly host: string;
  readonly share: string;
  readonly segments: readonly string[];
}

/** A directory on the Linux disk of a WSL distribution. */
export interface WslIdentity {
  readonly kind: "wsl";
  /** The name as the profile spells it, else as recorded; empty where WSL did not say. */
  readonly distro: string;
  /** Linux names. */
  readonly segments: readonly string[];
}

/** A directory on a Linux machine. */
export interface PosixIdentity {
  readonly kind: "posix";
  readonly segments: readonly string[];
}

/** A directory on a Mac, as recorded; case, accents and `/private` are folded only when it is compared. */
export interface MacIdentity {
  readonly kind: "mac";
  readonly segments: readonly string[];
}

/** A place that a path names. */
export type Identity = DriveIdentity | UncIdentity | WslIdentity | PosixIdentity | MacIdentity;

/** Why a text names no place that this product knows. */
export type UnknownReason =
  /** Nothing, or a NUL character in it. */
  | "empty-or-nul"
  /** More characters than a path can have, or more names than anybody's has. */
  | "too-long"
  /** U+FFFD stands where a letter was: the bytes were no UTF-8, and nobody knows which name that is. */
  | "damaged-text"
  /** White space before it or a line end after it. */
  | "stray-whitespace"
  /** `~`: only a shell knows whose. */
  | "tilde"
  | "relative"
  /** `\x`: relative to the current drive. */
  | "root-relative"
  /** `C:x` and `C:`: relative to that drive's current directory. */
  | "drive-relative"
  /** A name that Windows can't have, reads as a device or reads as another name. */
  | "bad-win-name"
  /** `\\.\COM1`, `\\?\Volume{...}`. */
  | "device-path"
  /** `\\wsl.localhost` alone. */
  | "wsl-root-no-distro"
  /** `\\nas` alone. */
  | "unc-without-share"
  /** No profile knows the distribution. */
  | "unknown-distro"
  /** `/home/mira` recorded by a Windows program: of which machine? */
  | "posix-path-without-origin"
  /** `C:\w` recorded on Linux or a Mac. */
  | "foreign-windows-path"
  /** `C:\mnt\c\...` (https://github.com/openai/codex/issues/28302). */
  | "suspect-c-mnt"
  /** `/mnt/c/.../D:\P` (https://github.com/openai/codex/issues/36608). */
  | "embedded-windows-path"
  /** Another machine's path: ssh, a container, another host. */
  | "foreign-remote"
  | "bad-uri"
  /** On a Windows mount whose source WSL does not tell. */
  | "unmapped-mount";

/** A text without a place. It is never inside anything, and nothing is inside it. */
export interface Unplaceable {
  readonly kind: "unknown";
  readonly reason: UnknownReason;
}

/** A path as a client wrote it, with the machine it was written on and what it means. */
export interface RecordedPath {
  readonly text: string;
  readonly environment: Environment;
  readonly place: Identity | Unplaceable;
}

/**
 * A text without a place.
 *
 * @param reason why
 * @returns the value that stands for it
 */
export function unplaceable(reason: UnknownReason): Unplaceable {
  return { kind: "unknown", reason };
}
