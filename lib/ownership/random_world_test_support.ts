/**
 * Random worlds: machines of every kind, disks with symlinks and worktrees, workspaces with overlapping, shared and
 * approved roots, and sessions that recorded directories in all of them. Tests only.
 *
 * A place is written `L:/a/b`: the disk (`L` Linux, `C` and `D` Windows drives, `M` Mac) and lower-case names.
 *
 * @module
 */
import type { DistroMounts } from "../paths/mounts.ts";
import type { DirectorySource, Environment } from "../types.ts";
import type { MemoryEntry } from "./memory_files_test_support.ts";
import type { OwnershipFlags } from "./session_facts.ts";

/** A git worktree, and what is left of it. */
export interface RandomWorktree {
  readonly at: string;
  readonly main: string;
  readonly state: "mutual" | "one-sided" | "gone" | "gone-remembered" | "reused-remembered";
}

/** A directory as it is written down somewhere. `place` is undefined for a text that names none. */
export interface Spelled {
  readonly place: string | undefined;
  readonly text: string;
}

/** A project file's approval and the file. */
export interface RandomApproval {
  readonly workspace: string;
  readonly dir: Spelled;
  readonly file: "current" | "changed" | "gone";
}

/** A directory shared by one workspace with another; `mutual`: the other records it, too. */
export interface RandomShare {
  readonly of: string;
  readonly with: string;
  readonly dir: Spelled;
  readonly mutual: boolean;
}

/** A world and a session, not yet as files. */
export interface RandomWorld {
  readonly machine: Environment;
  readonly directories: readonly string[];
  /** Symlinks: place to place. */
  readonly links: readonly (readonly [string, string])[];
  readonly worktrees: readonly RandomWorktree[];
  readonly roots: readonly { readonly of: string; readonly dir: Spelled }[];
  readonly shares: readonly RandomShare[];
  readonly approvals: readonly RandomApproval[];
  readonly active: string;
  readonly inbox: string | null;
  readonly missing: "lexical" | "unknown";
  /** Every directory below one of this name is excluded. */
  readonly excluded: string | null;
  readonly session: readonly (Spelled & { readonly source: DirectorySource })[];
  readonly flags: OwnershipFlags;
  /** The workspace that learns; null: a hook. */
  readonly learner: string | null;
}

/** The workspaces of every random world. */
export const RANDOM_WORKSPACES: readonly string[] = ["default", "garden", "research"];

/** The distribution that is registered on Windows and WSL, with one drive mounted. */
export const RANDOM_PROFILES: readonly DistroMounts[] = [
  { distro: "Ubuntu", mounts: [{ src: "C:\\", at: "/mnt/c" }] },
];

const MACHINES: readonly { readonly machine: Environment; readonly disks: readonly string[] }[] = [
  { machine: { os: "linux" }, disks: ["L"] },
  { machine: { os: "macos" }, disks: ["M"] },
  { machine: { os: "windows" }, disks: ["C", "C", "D", "L"] },
  { machine: { os: "wsl", distro: "Ubuntu" }, disks: ["L", "L", "C", "D"] },
];

/** The disks that a machine may look at. */
export function visibleDisks(machine: Environment): readonly string[] {
  switch (machine.os) {
    case "linux":
      return ["L"];
    case "macos":
      return ["M"];
    case "windows":
      return ["C", "D"];
    case "wsl":
      return ["L", "C"];
  }
}

const NOWHERE = ["w", "~/a", "", "C:a", "a\u0000b"];

/**
 * The world of a seed. A seed instead of composed arbitraries: 20,000 worlds must fit into the test budget.
 *
 * @param seed any 32-bit number
 */
export function randomWorld(seed: number): RandomWorld {
  const { below, pick, oneIn, list } = dice(seed);
  const { machine, disks } = pick(MACHINES);
  const visible = disks.filter((disk) => visibleDisks(machine).includes(disk));
  const on = (some: readonly string[], depth: number): string =>
    `${pick(some)}:/${list(1 + below(depth), () => pick(["a", "b", "c"])).join("/")}`;
  const directories = list(below(7), () => on(visible, 3));
  const links = ["x", "y"].filter(() => oneIn(2)).map((name) => [`${on(visible, 2)}/${name}`, on(visible, 3)] as const);
  const worktrees = ["w1", "w2"].filter(() => oneIn(2)).map((name): RandomWorktree => ({
    at: `${on(visible, 2)}/${name}`,
    main: on(visible, 2),
    state: pick(["mutual", "mutual", "one-sided", "gone", "gone-remembered", "reused-remembered"]),
  }));

  const special = [...links.map(([at]) => at), ...worktrees.flatMap(({ at, main }) => [at, main])];
  const tops = machine.os === "wsl" ? ["L:/mnt", "L:", "C:"] : [];
  const start = (): string => {
    const roll = below(13);
    const places = roll < 5 ? [] : roll < 9 ? special : roll < 12 ? directories : tops;
    return places.length === 0 ? on(disks, 3) : pick(places);
  };
  const named = (): Spelled => spell(start() + pick(["", "", "/a", "/b/a"]), machine, below(4));
  const workspace = (): string => pick(RANDOM_WORKSPACES);
  return {
    machine,
    directories,
    links,
    worktrees,
    roots: list(below(4), () => ({ of: workspace(), dir: named() })),
    shares: list(below(3), () => ({ of: workspace(), with: workspace(), dir: named(), mutual: oneIn(2) })),
    approvals: list(below(2), () => ({
      workspace: pick([...RANDOM_WORKSPACES, "orchard"]),
      dir: named(),
      file: pick(["current", "current", "changed", "gone"]),
    })),
    active: workspace(),
    inbox: oneIn(2) ? null : workspace(),
    missing: oneIn(3) ? "unknown" : "lexical",
    excluded: oneIn(12) ? "b" : null,
    session: list(below(4), () => ({
      ...(oneIn(10) ? { place: undefined, text: pick(NOWHERE) } : named()),
      source: oneIn(8) ? "worktree-state" : "record",
    })),
    flags: {
      optedOut: oneIn(20),
      paused: oneIn(12),
      automation: oneIn(12),
      isExport: oneIn(8),
      namedByPerson: oneIn(2),
    },
    learner: oneIn(2) ? null : workspace(),
  };
}

/** Choices that follow from a seed (the mulberry32 sequence). */
function dice(seed: number) {
  let state = seed | 0;
  function below(count: number): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  }
  const pick = <T>(choices: readonly T[]): T => choices[below(choices.length)] as T;
  const oneIn = (count: number): boolean => below(count) === 0;
  const list = <T>(length: number, make: () => T): readonly T[] => Array.from({ length }, make);
  return { below, pick, oneIn, list };
}

/** One of the ways in which this machine writes a place. */
export function spell(place: string, machine: Environment, variant: number): Spelled {
  const disk = place.slice(0, 1);
  const names = place.slice(3).split("/").filter((name) => name !== "");
  // Behind a link or in a worktree begins another disk, which may tell case apart.
  const link = names.findIndex((name) => /^[xyw]/.test(name));
  const upper = names.map((name, index) => link !== -1 && index > link ? name : name.toUpperCase());
  const posix = `/${names.join("/")}`;
  switch (disk) {
    case "L":
      if (machine.os === "windows") return { place, text: `\\\\wsl.localhost\\Ubuntu\\${names.join("\\")}` };
      return { place, text: [posix, `${posix}/`, `/.${posix}`, posix][variant] ?? posix };
    case "M":
      return { place, text: variant === 0 ? `/${upper.join("/")}` : posix };
    default: {
      const windows = `${disk}:\\${names.join("\\")}`;
      const mounted = disk === "C" && machine.os === "wsl" ? `/mnt/c/${upper.join("/")}` : windows;
      const bash = machine.os === "windows" ? `/${disk.toLowerCase()}${posix}` : mounted;
      return { place, text: [windows, `${disk.toLowerCase()}:/${upper.join("/")}`, bash, mounted][variant] ?? windows };
    }
  }
}

/** The native path of a place, as this machine opens it. */
export function nativePath(place: string, machine: Environment): string {
  const names = place.slice(3);
  if (machine.os === "windows") return `${place.slice(0, 2)}\\${names.replaceAll("/", "\\")}`;
  return place.startsWith("C") ? `/mnt/c/${names}` : `/${names}`;
}

/** The text of a project file as it was approved. */
export const APPROVED_TEXT = '{ "workspace": "research" }\n';

/** The disk of a world. */
export function diskOf(world: RandomWorld): Readonly<Record<string, MemoryEntry>> {
  const { machine } = world;
  const disk: Record<string, MemoryEntry> = {};
  const native = (place: string): string => nativePath(place, machine);
  const put = (place: string, entry: MemoryEntry): void => {
    if (visibleDisks(machine).includes(place.slice(0, 1))) disk[native(place)] ??= entry;
  };
  for (const top of visibleDisks(machine)) put(`${top}:/etc`, "directory");
  for (const place of [...world.directories, ...world.links.map(([, target]) => target)]) put(place, "directory");
  for (const { at, main, state } of world.worktrees) {
    put(`${main}/.git/worktrees`, "directory");
    if (state === "gone" || state === "gone-remembered") continue;
    put(at, "directory");
    if (state === "reused-remembered") continue;
    const gitdir = `${main}/.git/worktrees/${at.slice(-2)}`;
    put(`${at}/.git`, { file: `gitdir: ${native(gitdir)}\n` });
    put(`${gitdir}/commondir`, { file: "../..\n" });
    put(`${gitdir}/gitdir`, { file: state === "mutual" ? `${native(at)}/.git\n` : `${native(main)}/elsewhere/.git\n` });
  }
  for (const { dir, file } of world.approvals) {
    // A path through a link would make the link a directory; the file is then gone.
    if (dir.place === undefined || file === "gone" || /\/[xy](?:\/|$)/.test(dir.place)) continue;
    put(`${dir.place}/.imprint-hook.jsonc`, { file: file === "current" ? APPROVED_TEXT : "{}" });
  }
  for (const [at, target] of world.links) put(at, { link: native(target) });
  return disk;
}
