/**
 * Exclude globs (design section 4): one that matches a recorded directory or one above it keeps the conversation out.
 * In doubt they match: a glob that silently excludes nothing is the worse fault.
 *
 * @module
 */
import { foldApfs, foldNtfs } from "./fold.ts";
import { compileProgram, type GlobProgram, matchesUpTo } from "./glob_program.ts";
import type { Identity, RecordedPath } from "./identity.ts";
import { type MountTables, tableOf } from "./mounts.ts";
import { renderPath } from "./render.ts";

type CaseRule = "exact" | "ntfs" | "apfs";

const FOLDS: Readonly<Record<CaseRule, (text: string) => string>> = {
  exact: (text) => text,
  ntfs: foldNtfs,
  apfs: foldApfs,
};

const LONGEST_GLOB = 4096;

/** A glob, ready to be matched. */
export interface Glob {
  /** As the user wrote it. */
  readonly text: string;
  /** The program for a kind of file system. */
  readonly programFor: (rule: CaseRule) => GlobProgram;
}

/** One way to write a place, with `/`. */
interface Spelling {
  readonly text: string;
  readonly rule: CaseRule;
  /** Length of what can't be left out: `C:`, `//nas/data`. */
  readonly root: number;
}

/**
 * Says why a text is no usable glob.
 *
 * @param text what the user wrote
 * @returns words that complete "this glob ...", or undefined when it is one
 */
export function globFault(text: string): string | undefined {
  if (text === "") return "is empty and would match nothing";
  if (text.length > LONGEST_GLOB) return `is longer than ${LONGEST_GLOB} characters`;
  if (text.includes("\0")) return "contains a NUL character";
  if (text.startsWith("~")) return "starts with ~, which only a shell expands: write the whole path";
  const names = text.split(/[/\\]/);
  if (names.includes("..")) return "contains .., which no recorded directory does: write the directory itself";
  if (/^[.]/.test(text) && names.every((name) => name === "" || name === ".")) return "names no directory";
  if (text.startsWith("!")) return "starts with !, but there is no way to take back an exclusion";
  return undefined;
}

/**
 * Compiles an exclude glob: `**`, `*`, `?`, `{a,b}`. Both slashes separate. One that starts neither at a root nor with
 * `**` matches at any depth.
 *
 * @param text what the user wrote
 * @returns undefined when {@linkcode globFault} has something to say
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { recordPath } from "./parse.ts";
 *
 * const glob = compileGlob("**\/clients/**");
 * const recorded = recordPath("/srv/clients/acorn", { environment: { os: "linux" } });
 * assertEquals(glob !== undefined && matchesGlob(glob, recorded), true);
 * ```
 */
export function compileGlob(text: string): Glob | undefined {
  if (globFault(text) !== undefined) return undefined;
  const pattern = normalise(text);
  const programs = new Map<CaseRule, GlobProgram>();
  const programFor = (rule: CaseRule) => {
    const program = programs.get(rule) ?? compileProgram(FOLDS[rule](pattern));
    programs.set(rule, program);
    return program;
  };
  return { text, programFor };
}

/**
 * True when the glob matches a recorded directory or one above it, in any way in which a user may write that place:
 * for a drive `C:/w`, `/c/w` and what registered WSL distributions call it. Case counts where the file system says so.
 *
 * @param glob a compiled glob
 * @param recorded the directory; an unplaceable one is matched by its text
 * @param mounts the registered WSL profiles
 * @returns whether the conversation is excluded
 */
export function matchesGlob(glob: Glob, recorded: RecordedPath, mounts: MountTables = []): boolean {
  return spellingsOf(recorded, mounts).some(({ text, rule, root }) =>
    matchesUpTo(glob.programFor(rule), FOLDS[rule](text), { root })
  );
}

function normalise(text: string): string {
  const slashed = text.replaceAll("\\", "/");
  const lead = slashed.startsWith("//") ? "//" : slashed.startsWith("/") ? "/" : "";
  const names = slashed.split("/").filter((name) => name !== "" && name !== ".");
  const pattern = lead + names.filter((name, index) => name !== "**" || names[index - 1] !== "**").join("/");
  if (pattern === "/" || pattern === "//") return "";
  const isAnchored = lead !== "" || /^[A-Za-z]:(?:\/|$)/.test(pattern) || pattern.startsWith("**");
  return isAnchored ? pattern : `**/${pattern}`;
}

function spellingsOf({ text, environment, place }: RecordedPath, mounts: MountTables): Spelling[] {
  if (place.kind === "unknown") return [{ text: text.replaceAll("\\", "/"), rule: "ntfs", root: 0 }];
  const distros = mounts.map(({ distro }) => distro);
  if (environment.os === "wsl" && tableOf(environment.distro, mounts) === undefined) distros.push(environment.distro);
  return [...ownSpellings(place), ...mountedSpellings(place, { distros, mounts })];
}

function ownSpellings(place: Identity): Spelling[] {
  const names = place.segments.map((name) => `/${name}`).join("");
  switch (place.kind) {
    case "drive":
      return [under(`${place.drive}:`, names), under(`/${place.drive}`, names)];
    case "unc":
      return [under(`//${place.host}/${place.share}`, names)];
    case "wsl": {
      const shares = [`//wsl.localhost/${place.distro}`, `//wsl$/${place.distro}`];
      return [{ text: names, rule: "exact", root: 0 }, ...shares.map((share) => under(share, names))];
    }
    case "posix":
      return [{ text: names, rule: "exact", root: 0 }];
    case "mac":
      return privateSpellings(names).map((text) => ({ text, rule: "apfs", root: 0 }));
  }
}

function under(root: string, names: string): Spelling {
  return { text: root + names, rule: "ntfs", root: Array.from(root).length };
}

function privateSpellings(names: string): string[] {
  const alias = /^\/private(?=\/(?:var|tmp|etc)(?:\/|$))/i;
  if (alias.test(names)) return [names, names.replace(alias, "")];
  return /^\/(?:var|tmp|etc)(?:\/|$)/i.test(names) ? [names, `/private${names}`] : [names];
}

function mountedSpellings(
  place: Identity,
  { distros, mounts }: { readonly distros: readonly string[]; readonly mounts: MountTables },
): Spelling[] {
  if (place.kind !== "drive" && place.kind !== "unc") return [];
  return distros.flatMap((distro): Spelling[] => {
    const text = renderPath(place, { environment: { os: "wsl", distro }, mounts });
    return text === undefined ? [] : [{ text: text.replace(/\/$/, ""), rule: "ntfs", root: 0 }];
  });
}
