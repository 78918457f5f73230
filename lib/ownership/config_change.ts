/**
 * Why a verdict changed (design section 4): only new evidence in the conversation removes what was stored.
 *
 * @module
 */
import { decide, type Learner } from "./decide.ts";
import type { SessionFacts } from "./session_facts.ts";
import { isLearned, type Verdict, type VerdictKind } from "./verdict.ts";
import type { World } from "./world.ts";

/** What made the difference between the stored verdict and today's. */
export type ChangeCause = "none" | "conversation" | "configuration";

/**
 * Decides the stored directories and flags once more with today's configuration and disk: if that already gives today's
 * verdict, the conversation brought nothing new and nothing may be appended or removed; readers hide it.
 *
 * A verdict belongs to a pair of session and workspace: this is asked for every workspace that stored the session, each
 * with its own verdict, not only for the one that learns now. A session that enters another workspace's root leaves the
 * one it was in.
 *
 * @param stored the stored verdict, and the stored directories and flags with today's facts
 * @param now today's verdict for the whole session, for the workspace that stored it
 * @param options the world, and the workspace that stored it
 * @returns `none` when both are the same verdict, or both are verdicts that learn
 */
export function changedBy(
  stored: { readonly kind: VerdictKind; readonly session: SessionFacts },
  now: Verdict,
  { world, learner }: { readonly world: World; readonly learner: Learner },
): ChangeCause {
  if (stored.kind === now.kind || (isLearned(stored.kind) && isLearned(now.kind))) return "none";
  const replayed = decide(stored.session, world, learner);
  return replayed.kind === now.kind ? "configuration" : "conversation";
}
