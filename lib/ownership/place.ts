/**
 * Places one recorded directory for one workspace (design section 4; `formats/paths_and_wsl.md` section 0, rule 4):
 * `claimed` by any of its names, `inside` only by the real path when there is one. Isolation goes first.
 *
 * @module
 */
import { contains } from "../paths/contain.ts";
import { foldNtfs } from "../paths/fold.ts";
import type { Identity, Unplaceable } from "../paths/identity.ts";
import { type DirectoryFacts, isEvidence, type Located } from "./session_facts.ts";
import type { PlacedDirectory, Reason } from "./verdict.ts";
import { type Root, rootIdentities, type Workspace, type World } from "./world.ts";

/** One place that counts for a directory. */
export interface Candidate {
  readonly at: Identity;
  readonly via: Reason["via"];
}

/** A root that holds a directory, and how. */
export interface Hit {
  readonly root: Root;
  readonly reason: Reason;
}

/** A root of another workspace that holds this place. */
export interface Claim extends Hit {
  readonly at: Identity;
}

/**
 * Places a directory for one workspace.
 *
 * @param workspace the workspace that would learn
 */
export function placeDirectory(directory: DirectoryFacts, world: World, workspace: string): PlacedDirectory {
  const known = { recorded: directory.recorded, source: directory.source };
  const self = world.workspaces.find((candidate) => candidate.name === workspace);
  const inside = self === undefined ? undefined : insideOf(directory, self, world);
  const overlaps: string[] = [];
  let claim: { readonly workspace: string; readonly reason: Reason } | undefined;
  for (const other of world.workspaces) {
    if (other.name === workspace) continue;
    const hits = claims(candidates(directory), other, { self, world });
    const hit = hits.find((each) => inside === undefined || !isOverlap(each, { self, world }));
    if (hit !== undefined) claim ??= { workspace: other.name, reason: hit.reason };
    else if (hits.length > 0) overlaps.push(other.name);
  }
  if (claim !== undefined) return { ...known, place: "claimed", ...claim, overlaps };
  const stale = inside === undefined ? staleApproval(directory, { self, world }) : undefined;
  if (stale !== undefined) {
    return { ...known, place: "claimed", workspace, reason: stale, staleApproval: true, overlaps };
  }
  const unknown = unknownBecause(directory, world);
  if (unknown !== undefined) return { ...known, place: "unknown", unknown, overlaps };
  if (inside === undefined) return { ...known, place: "outside", overlaps };
  return { ...known, place: "inside", reason: inside.reason, overlaps };
}

/**
 * The workspaces whose roots contain a directory, sorted by name: what decides where a hook learns.
 */
export function workspacesAround(directory: DirectoryFacts, world: World): readonly string[] {
  if (!isEvidence(directory) || unknownBecause(directory, world) !== undefined) return [];
  return world.workspaces.filter((workspace) =>
    workspace.configured && insideOf(directory, workspace, world) !== undefined
  ).map((workspace) => workspace.name);
}

/**
 * The roots of a workspace that hold a directory, with the way it is held, in the order of the configuration.
 */
export function rootsAround(directory: DirectoryFacts, workspace: Workspace, world: World): readonly Hit[] {
  const lexically = directory.disk === "exists" || world.missingDirectories === "lexical";
  const named: { readonly at: Located; readonly via: Reason["via"] }[] = lexically
    ? [{ at: directory, via: directory.real === null ? "path" : "real-path" }]
    : [];
  const places = [...named, ...directory.links.map(({ at, kind }) => ({ at, via: kind }))];
  const hits: Hit[] = [];
  for (const root of workspace.roots) {
    if (isStale(root)) continue;
    const place = places.find(({ at }) => holds(root, at, world));
    if (place === undefined) continue;
    hits.push({ root, reason: { root: root.dir, origin: root.origin, via: place.via } });
  }
  return hits;
}

function insideOf(directory: DirectoryFacts, workspace: Workspace, world: World): Hit | undefined {
  return rootsAround(directory, workspace, world)[0];
}

/** Real path against real path; a name without real path against both. */
function holds(root: Root, { lexical, real }: Located, { paths }: World): boolean {
  if (real !== null) return contains(root.real ?? root.lexical, real, paths);
  return rootIdentities(root).some((identity) => contains(identity, lexical, paths));
}

/** Every place that may refuse: the names themselves, links, hints. */
export function candidates(directory: DirectoryFacts): readonly Candidate[] {
  return [
    ...candidate(directory.lexical, "path"),
    ...candidate(directory.real, "real-path"),
    ...[...directory.links, ...directory.hints].flatMap(({ at, kind }) => [
      ...candidate(at.lexical, kind),
      ...candidate(at.real, kind),
    ]),
  ];
}

function candidate(at: Identity | Unplaceable | null, via: Reason["via"]): readonly Candidate[] {
  return at === null || at.kind === "unknown" ? [] : [{ at, via }];
}

/** Where the claims are looked at from. */
interface View {
  /** The workspace that would learn; undefined when the configuration has none of that name. */
  readonly self: Workspace | undefined;
  readonly world: World;
}

/** What another workspace claims of these places, without what both share on purpose. */
export function claims(places: readonly Candidate[], other: Workspace, view: View): readonly Claim[] {
  return other.roots.flatMap((root) =>
    places.flatMap(({ at, via }): Claim[] => {
      const holding = rootIdentities(root).filter((identity) => contains(identity, at, view.world.paths));
      if (holding.length === 0 || isSharedPlace({ at, root, holding }, other, view)) return [];
      return [{ root, at, reason: { root: root.dir, origin: root.origin, via } }];
    })
  );
}

/**
 * True when the place lies in a directory that both workspaces recorded as shared, and the other's root is that
 * directory or one above it. A root of the other *below* the shared directory is nobody's agreement.
 */
function isSharedPlace(
  { at, root, holding }: { readonly at: Identity; readonly root: Root; readonly holding: readonly Identity[] },
  other: Workspace,
  { self, world: { paths } }: View,
): boolean {
  if (root.origin === "approval" || self === undefined) return false;
  const shared = self.roots.filter((candidate) => candidate.sharedWith.includes(other.name))
    .flatMap(rootIdentities).filter((identity) => contains(identity, at, paths));
  return holding.every((identity) => shared.some((directory) => contains(identity, directory, paths)));
}

/**
 * True when this very place lies in a root of each: an overlap that nobody confirmed. An approved project file is no
 * such case for the others: it claims its directory.
 */
function isOverlap({ root, at }: Claim, { self, world: { paths } }: View): boolean {
  if (self === undefined || root.origin === "approval") return false;
  return self.roots.some((own) =>
    !isStale(own) && rootIdentities(own).some((identity) => contains(identity, at, paths))
  );
}

/** An approval counts for its own workspace only while the file is what was approved. */
function isStale(root: Root): boolean {
  return root.approval === "changed" || root.approval === "gone";
}

function staleApproval(directory: DirectoryFacts, { self, world: { paths } }: View): Reason | undefined {
  for (const root of (self?.roots ?? []).filter(isStale)) {
    const place = candidates(directory).find(({ at }) =>
      rootIdentities(root).some((identity) => contains(identity, at, paths))
    );
    if (place !== undefined) return { root: root.dir, origin: root.origin, via: place.via };
  }
  return undefined;
}

function unknownBecause(directory: DirectoryFacts, world: World): string | undefined {
  if (directory.lexical.kind === "unknown") return directory.lexical.reason;
  if (!isOfThisMachine(directory.lexical, world)) return "other-machine";
  if (directory.disk !== "exists" && world.missingDirectories === "unknown") return "missing";
  const unplaceable = [...directory.links, ...directory.hints].some(({ at }) =>
    at.lexical.kind === "unknown" && at.real === null
  );
  return unplaceable ? "unplaceable-worktree" : undefined;
}

/** True for a place on this machine, or on one that a registered profile connects to it. */
function isOfThisMachine(identity: Identity, { machine, paths }: World): boolean {
  switch (identity.kind) {
    case "posix":
      return machine.os === "linux";
    case "mac":
      return machine.os === "macos";
    case "drive":
    case "unc":
      return machine.os === "windows" || machine.os === "wsl";
    case "wsl":
      return [...(paths.mounts ?? []), ...(machine.os === "wsl" ? [machine] : [])].some(({ distro }) =>
        foldNtfs(distro) === foldNtfs(identity.distro)
      );
  }
}
