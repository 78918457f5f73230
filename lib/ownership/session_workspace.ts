/**
 * Which workspace learns a session (design section 4).
 *
 * @module
 */
import { decide, type Learner } from "./decide.ts";
import { workspacesAround } from "./place.ts";
import type { SessionFacts } from "./session_facts.ts";
import type { Verdict } from "./verdict.ts";
import type { World } from "./world.ts";

/**
 * The workspace in which a hook learns: the one whose roots contain recorded directories, if they agree on one. A
 * directory in a shared root agrees with each of its workspaces; if several are left, the active one, else the first by
 * name. No root contains any: the active one.
 *
 * @returns the workspace; `severalWorkspaces` when directories lie in roots of different ones (verdict `claimed`)
 */
export function hookWorkspace(session: SessionFacts, world: World): Learner {
  const groups = session.directories.map((directory) => workspacesAround(directory, world))
    .filter((names) => names.length > 0);
  const [first, ...rest] = groups;
  if (first === undefined) return { workspace: world.active };
  const left = first.filter((name) => rest.every((names) => names.includes(name)));
  if (left[0] === undefined) return { workspace: world.active, severalWorkspaces: true };
  return { workspace: left.includes(world.active) ? world.active : left[0] };
}

/**
 * The workspace in which `learn` learns: `--workspace`, else `IMPRINT_HOOK_WORKSPACE`, else the active one. The caller
 * says that a name is unknown; the rule itself refuses it too.
 *
 * @param named what a person chose, first choice first; undefined entries are skipped
 */
export function namedWorkspace(named: readonly (string | undefined)[], world: World): Learner {
  return { workspace: named.find((name) => name !== undefined && name !== "") ?? world.active };
}

/** The verdict as a hook reaches it. */
export function decideForHook(session: SessionFacts, world: World): Verdict {
  return decide(session, world, hookWorkspace(session, world));
}
