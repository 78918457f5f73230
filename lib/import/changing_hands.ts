/**
 * Which stored sessions another workspace has a right to, once it was given a root (design section 4: only
 * `workspace root add` rewrites on a configuration change).
 *
 * @module
 */
import { decide, isLearned, type VerdictKind } from "../ownership/mod.ts";
import { rootsAround } from "../ownership/place.ts";
import { type SessionPlace, sessionPlace } from "../record/layout.ts";
import { projectDirectory, workDirFor } from "./judge.ts";
import type { Product } from "./product.ts";
import { storedFacts } from "./stored_facts.ts";
import { type AnySession, storedSessions } from "./stored_sessions.ts";

/** A session that belongs to the new workspace now. */
export interface MovableSession {
  readonly session: AnySession;
  /** The workspace that it belongs to. */
  readonly workspace: string;
  /** Where the new verdict places it. */
  readonly target: SessionPlace;
}

/** A session that touched the root and belongs to nobody now: readers hide it. */
export interface HiddenSession {
  readonly session: AnySession;
  /** Verdict for the new workspace. */
  readonly verdict: VerdictKind;
}

/** What a root changes about stored sessions. */
export interface ChangingHands {
  readonly movable: readonly MovableSession[];
  readonly hidden: readonly HiddenSession[];
}

/**
 * Finds the sessions with a directory in a root that the workspace which stored them may not learn any more.
 *
 * @param root the root as written in the configuration
 */
export function changingHands(
  product: Product,
  { workspace, root }: { readonly workspace: string; readonly root: string },
): ChangingHands {
  const { world } = product;
  const self = world.workspaces.find(({ name }) => name === workspace);
  const movable: MovableSession[] = [];
  const hidden: HiddenSession[] = [];
  if (self === undefined) return { movable, hidden };
  for (const session of storedSessions(product)) {
    const { meta } = session;
    if (meta.workspace === workspace || meta.tombstone !== undefined) continue;
    const facts = storedFacts(product, meta);
    const touches = facts.directories.some((directory) =>
      rootsAround(directory, self, world).some((hit) => hit.root.dir === root)
    );
    if (!touches || isLearned(decide(facts, world, { workspace: meta.workspace }).kind)) continue;
    const verdict = decide(facts, world, { workspace });
    if (!isLearned(verdict.kind)) {
      hidden.push({ session, verdict: verdict.kind });
      continue;
    }
    const workDir = workDirFor(product, { facts, learner: { workspace }, verdict }, {
      project: projectDirectory(facts),
      given: undefined,
    });
    const target = sessionPlace({
      workDir,
      folder: session.client,
      projectPath: meta.projectPath,
      sessionId: meta.sessionId,
    });
    movable.push({ session, workspace, target });
  }
  return { movable, hidden };
}
