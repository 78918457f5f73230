/**
 * Whose conversation is this, and where do its files go? The public names of ownership.
 *
 * @module
 */
export * from "./config.ts";
export { type ConfigProblem, describeProblem } from "./config_problems.ts";
export { CONFIG_KEYS, type ReadConfig, readConfig } from "./read_config.ts";
export { applyPolicy, type Policy, type ReadPolicy, readPolicy } from "./policy.ts";
export { isWorkspaceName, WORKSPACE_NAME_RULE } from "./workspace_name.ts";
export type { Machine } from "./machine.ts";
export * from "./session_facts.ts";
export {
  type ApprovalState,
  buildWorld,
  type Root,
  type RootOnDisk,
  type Workspace,
  type World,
  type WorldFacts,
} from "./world.ts";
export { type Overlap, unconfirmedOverlaps } from "./overlaps.ts";
export * from "./verdict.ts";
export { decide, type Learner } from "./decide.ts";
export { decideForHook, hookWorkspace, namedWorkspace } from "./session_workspace.ts";
export { type ChangeCause, changedBy } from "./config_change.ts";
export { asksToOptOut, OPT_OUT_LINE } from "./opt_out.ts";
export { type FactFiles } from "./disk_view.ts";
export { type FactGatherer, type FactOptions, gatherFacts, PROJECT_FILE, type WorktreePair } from "./facts.ts";
export {
  chooseWorkDir,
  type DirectoryState,
  isPrivate,
  type WorkDir,
  type WorkDirFacts,
  type WorkDirQuestion,
} from "./work_dir.ts";
export { gatherWorkDirFacts, type MachineDirectories } from "./work_dir_facts.ts";
export { ifAnswered, Unanswered } from "./unanswered.ts";
export { normalRemote } from "./git_text.ts";
export { memoryOwner } from "./memory_owner.ts";
export { filterPauses, type Pause, type PauseFilter, pausesOf } from "./pauses.ts";
