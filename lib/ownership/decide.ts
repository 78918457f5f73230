/**
 * The ownership rule (design section 4; ADR 0034, 0072, 0100): whose conversation is this? Every command, hook and
 * reader uses this one function, and nothing is written before its verdict.
 *
 * @module
 */
import { excludingGlob } from "./exclude.ts";
import { type Candidate, claims, placeDirectory } from "./place.ts";
import { type FileFacts, isEvidence, type SessionFacts } from "./session_facts.ts";
import type { PlacedDirectory, Verdict } from "./verdict.ts";
import type { World } from "./world.ts";

/** Which workspace learns. */
export interface Learner {
  readonly workspace: string;
  /** Recorded directories lie in roots of different workspaces, so that none of them may learn. */
  readonly severalWorkspaces?: boolean;
}

/**
 * Decides whether a workspace may learn a conversation. The first verdict that holds, in the order of the design:
 * opted-out, excluded, claimed, unconfirmed-overlap, unplaceable-cwd, paused, automation, owned, unclaimed, export,
 * inbox, no-evidence.
 *
 * @param session what is known of the session
 * @param world the workspaces as identities
 * @param learner the workspace that would learn (`learningWorkspace()`)
 * @returns the verdict, with every recorded directory and its place
 */
export function decide(session: SessionFacts, world: World, learner: Learner): Verdict {
  const { workspace } = learner;
  const { flags, directories } = session;
  const cwds = directories.map((directory) => placeDirectory(directory, world, workspace));
  const verdict: Omit<Verdict, "kind"> = { workspace, cwds, files: filesElsewhere(session.files, world, workspace) };

  if (flags.optedOut) return { ...verdict, kind: "opted-out" };
  const glob = excludingGlob(directories, world.exclude, world.paths.mounts);
  if (glob !== undefined) return { ...verdict, kind: "excluded", glob };
  const claim = claimed(session, world, { learner, cwds });
  if (claim !== undefined) return { ...verdict, kind: "claimed", ...claim };
  const overlap = cwds.find((cwd) => cwd.overlaps.length > 0);
  if (overlap?.overlaps[0] !== undefined) {
    return { ...verdict, kind: "unconfirmed-overlap", other: overlap.overlaps[0] };
  }
  const others = world.workspaces.some(({ name, roots }) => name !== workspace && roots.length > 0);
  if (others && cwds.some((cwd) => cwd.place === "unknown")) return { ...verdict, kind: "unplaceable-cwd" };
  if (flags.paused) return { ...verdict, kind: "paused" };
  if (flags.automation && world.automation === "skip" && !flags.namedByPerson) {
    return { ...verdict, kind: "automation" };
  }

  const evidence = cwds.filter((cwd, index) => {
    const directory = directories[index];
    return directory !== undefined && isEvidence(directory) && cwd.place !== "unknown";
  });
  if (evidence.some((cwd) => cwd.place === "inside")) return { ...verdict, kind: "owned" };
  if (evidence.length > 0) return { ...verdict, kind: "unclaimed" };
  return { ...verdict, ...withoutEvidence(session, world, workspace) };
}

/** The claim that keeps the conversation out, if there is one. */
function claimed(
  session: SessionFacts,
  world: World,
  { learner, cwds }: { readonly learner: Learner; readonly cwds: readonly PlacedDirectory[] },
): Pick<Verdict, "reason" | "other"> | undefined {
  const { workspace } = learner;
  const foreign = cwds.find((cwd) => cwd.place === "claimed" && cwd.workspace !== workspace);
  if (learner.severalWorkspaces) {
    const other = foreign?.workspace;
    return { reason: "several-workspaces", ...(other === undefined ? {} : { other }) };
  }
  if (foreign?.workspace !== undefined) return { other: foreign.workspace };
  if (cwds.some((cwd) => cwd.staleApproval)) return { reason: "approval-stale", other: workspace };
  if (!world.workspaces.some(({ name, configured }) => name === workspace && configured)) {
    return { reason: "no-such-workspace", other: workspace };
  }
  const files = filesElsewhere(session.files, world, workspace).find(({ workspace: name }) =>
    world.workspaces.some((other) => other.name === name && other.claimFiles)
  );
  if (files !== undefined) return { reason: "claimed-files", other: files.workspace };
  const remote = remoteElsewhere(session, world, { workspace, cwds });
  return remote === undefined ? undefined : { reason: "same-remote", other: remote };
}

/** How many files lie below the roots of each other workspace, without what is shared on purpose. */
function filesElsewhere(files: readonly FileFacts[], world: World, workspace: string): Verdict["files"] {
  const self = world.workspaces.find(({ name }) => name === workspace);
  return world.workspaces.filter(({ name }) => name !== workspace).flatMap((other) => {
    const count = files.filter((file) => claims(places(file), other, { self, world }).length > 0).length;
    return count === 0 ? [] : [{ workspace: other.name, count }];
  });
}

function places({ lexical, real }: FileFacts): readonly Candidate[] {
  const named: readonly Candidate[] = lexical.kind === "unknown" ? [] : [{ at: lexical, via: "path" }];
  return real === null ? named : [...named, { at: real, via: "real-path" }];
}

/**
 * The other workspace whose root has the recorded remote. Two clones of one repository, one in a root of each, are told
 * apart by their directories: then the remote says nothing.
 */
function remoteElsewhere(
  session: SessionFacts,
  world: World,
  { workspace, cwds }: { readonly workspace: string; readonly cwds: readonly PlacedDirectory[] },
): string | undefined {
  const has = (name: string): boolean =>
    world.workspaces.some((candidate) =>
      candidate.name === name &&
      candidate.roots.some((root) => root.remotes.some((url) => session.remotes.includes(url)))
    );
  if (session.remotes.length === 0) return undefined;
  if (cwds.length > 0 && cwds.every((cwd) => cwd.place === "inside") && has(workspace)) return undefined;
  return world.workspaces.find(({ name }) => name !== workspace && has(name))?.name;
}

/** The verdict when no directory says anything: recorded directories that can't be placed are no evidence either way. */
function withoutEvidence(
  session: SessionFacts,
  world: World,
  workspace: string,
): Pick<Verdict, "kind" | "reason" | "other"> {
  const elsewhere = world.inbox !== null && world.inbox !== workspace;
  if (session.directories.length > 0) return { kind: "no-evidence" };
  if (elsewhere) return { kind: "no-evidence", reason: "inbox-elsewhere", other: world.inbox };
  if (session.flags.isExport) {
    return session.flags.namedByPerson ? { kind: "export" } : { kind: "no-evidence", reason: "export-not-named" };
  }
  return world.inbox === workspace ? { kind: "inbox" } : { kind: "no-evidence" };
}
