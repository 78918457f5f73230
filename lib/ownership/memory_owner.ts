/**
 * Whose are a client's memory files (Claude's `projects/<folder>/memory/`)? They carry no directory, and their folder's
 * name stands for several.
 *
 * @module
 */
import { isLearned, type Verdict } from "./verdict.ts";

/**
 * The workspace that owns all transcripts beside the memory files.
 *
 * @param siblings the verdicts of all transcripts in the folder, each as a hook reaches it (`decideForHook()`)
 * @returns undefined when there are none, one is skipped, or they disagree
 * @example
 * ```ts
 * import { memoryOwner } from "./memory_owner.ts";
 * memoryOwner([{ kind: "owned", workspace: "research" }, { kind: "owned", workspace: "research" }]); // "research"
 * memoryOwner([]); // undefined
 * ```
 */
export function memoryOwner(siblings: readonly Pick<Verdict, "kind" | "workspace">[]): string | undefined {
  const [first] = siblings;
  if (first === undefined) return undefined;
  const agree = siblings.every(({ kind, workspace }) => isLearned(kind) && workspace === first.workspace);
  return agree ? first.workspace : undefined;
}
