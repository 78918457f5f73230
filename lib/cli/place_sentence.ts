/**
 * Places of recorded directories in words: the sentence of the rule that decided.
 *
 * @module
 */
import type { PlacedDirectory, Reason } from "../ownership/mod.ts";
import type { UnknownReason } from "../paths/identity.ts";

/**
 * One sentence that says where a directory lies for a workspace, and why.
 *
 * @param workspace the workspace that would learn
 * @example
 * ```ts
 * import { placeSentence } from "./place_sentence.ts";
 * placeSentence({ recorded: "/srv/kettle", source: "record", place: "outside", overlaps: [] }, "default");
 * // "outside: it lies in no root of any workspace"
 * ```
 */
export function placeSentence(placed: PlacedDirectory, workspace: string): string {
  const { place, reason } = placed;
  const overlap = placed.overlaps.length === 0
    ? ""
    : `; it also lies in a root of ${list(placed.overlaps)}, which nobody confirmed`;
  return sentence(placed, { place, reason, workspace }) + overlap;
}

function sentence(
  placed: PlacedDirectory,
  { place, reason, workspace }: {
    readonly place: PlacedDirectory["place"];
    readonly reason: Reason | undefined;
    readonly workspace: string;
  },
): string {
  switch (place) {
    case "inside":
      return `inside: ${reasonWords(reason)} of workspace "${workspace}"`;
    case "claimed":
      return placed.staleApproval === true
        ? `claimed: ${reasonWords(reason)} of workspace "${workspace}", but the project file changed or is gone since`
        : `claimed: ${reasonWords(reason)} of workspace "${placed.workspace ?? ""}"`;
    case "outside":
      return "outside: it lies in no root of any workspace";
    case "unknown":
      return `unknown: ${unknownWords(placed.unknown)}`;
  }
}

function reasonWords(reason: Reason | undefined): string {
  if (reason === undefined) return "it lies in a root";
  return `${VIA[reason.via]} ${ORIGIN[reason.origin]} "${reason.root}"`;
}

const VIA: Readonly<Record<Reason["via"], string>> = {
  "path": "it lies in the",
  "real-path": "its real path lies in the",
  "worktree": "it is a linked git worktree whose main tree lies in the",
  "remembered-worktree": "it was a linked git worktree (gone now) whose main tree lies in the",
  "one-sided-worktree": "its .git file leads to a tree, which does not confirm it, in the",
  "former-worktree": "it was a linked git worktree once, of a main tree in the",
  "through-link": "it is gone, and what is left of its path leads into the",
};

const ORIGIN: Readonly<Record<Reason["origin"], string>> = {
  root: "root",
  shared: "shared root",
  approval: "approved project directory",
};

function unknownWords(reason: string | undefined): string {
  if (reason === undefined) return "it cannot be placed";
  return (UNKNOWN as Readonly<Record<string, string>>)[reason] ?? reason;
}

/** The parser's reasons, and those of placing. */
const UNKNOWN: Readonly<Record<UnknownReason | "other-machine" | "missing" | "unplaceable-worktree", string>> = {
  "empty-or-nul": "the recorded text is empty or holds a NUL character",
  "too-long": "the recorded text is longer or deeper than a path can be",
  "damaged-text": "a letter of the recorded text was lost on its way, and with it which directory that is",
  "stray-whitespace": "the recorded text begins with white space or ends with a line end",
  "tilde": "only the shell that recorded it knows whose home directory is meant",
  "relative": "the recorded text is relative",
  "root-relative": "it is relative to an unknown drive",
  "drive-relative": "it is relative to the current directory of a drive",
  "bad-win-name": "Windows cannot have a directory of that name",
  "device-path": "it names a device",
  "wsl-root-no-distro": "it names no WSL distribution",
  "unc-without-share": "it names a host without a share",
  "unknown-distro": "no registered profile knows that WSL distribution",
  "posix-path-without-origin": "a Windows program recorded a Linux path, of an unknown machine",
  "foreign-windows-path": "it is a Windows path that was recorded on another system",
  "suspect-c-mnt": "a client glued a drive and a WSL mount together",
  "embedded-windows-path": "a client glued two paths together",
  "foreign-remote": "it lies on another machine",
  "bad-uri": "the recorded address cannot be read",
  "unmapped-mount": "it lies on a Windows mount of unknown source",
  "other-machine": "it is a place on another kind of machine, and no registered profile connects it to this one",
  "missing": 'it does not exist any more, and "missingDirectories" is "unknown"',
  "unplaceable-worktree": "it is a git worktree of a repository that cannot be placed",
};

function list(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}
