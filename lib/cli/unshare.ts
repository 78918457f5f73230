/**
 * Ending what two workspaces shared.
 *
 * @module
 */
import type { SharedRoot, WorkspaceConfig } from "../ownership/mod.ts";
import type { Change } from "./config_edit/jsonc_edit.ts";

/**
 * Changes that take a partner out of a workspace's shared directories. A directory that is left without partner is the
 * workspace's own root from then on.
 *
 * @param chosen which of the shared directories
 */
export function withoutPartner(
  workspace: WorkspaceConfig,
  partner: string,
  chosen: (entry: SharedRoot) => boolean,
): readonly Change[] {
  const path = ["workspaces", workspace.name] as const;
  const changes: Change[] = [];
  // From the last one on, so that the positions before it stay right.
  for (const [index, entry] of [...workspace.shared.entries()].reverse()) {
    if (!entry.with.includes(partner) || !chosen(entry)) continue;
    if (entry.with.every((name) => name === partner)) {
      changes.push({ type: "remove", path: [...path, "shared", index] });
      if (!workspace.roots.includes(entry.dir)) {
        changes.push({ type: "append", path: [...path, "roots"], value: entry.dir });
      }
      continue;
    }
    for (const [position, name] of [...entry.with.entries()].reverse()) {
      if (name === partner) changes.push({ type: "remove", path: [...path, "shared", index, "with", position] });
    }
  }
  return changes;
}
