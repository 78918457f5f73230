/**
 * `imprint-hook workspace list`: every workspace with its roots.
 *
 * @module
 */
import { EXIT } from "../errors.ts";
import { storedSessions } from "../import/stored_sessions.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import { writeText } from "../io/terminal.ts";
import { unconfirmedOverlaps } from "../ownership/mod.ts";
import type { ParsedArguments } from "./command.ts";
import { layoutOfTerminal } from "./layout_of_terminal.ts";
import { table } from "./screen.ts";
import { setUp } from "./setup.ts";
import { overlapWords, rootWords, viewWorkspace, type WorkspaceView } from "./workspace_view.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const product = await setUp({ mode: "person", home: args.value("home"), dryRun: true });
  const { config, homes, world } = product;
  const sessions = storedSessions(product);
  const workspaces = world.workspaces.map((workspace) => viewWorkspace(product, workspace, sessions));
  const overlaps = unconfirmedOverlaps(world);
  if (args.flag("json")) {
    const { active, inbox, exclude, trusted } = config;
    const answer = { schema: 1, configFile: homes.configFile, active, inbox, exclude, trusted, workspaces, overlaps };
    writeText("stdout", `${JSON.stringify(answer)}\n`);
    return EXIT.done;
  }
  const rows = workspaces.map((workspace) => [
    workspace.name,
    signs(workspace),
    storedWords(workspace),
    workspace.roots.length === 0 ? "no roots" : workspace.roots.map(rootWords).join(", "),
  ]);
  const notes: string[] = [];
  if (config.exclude.length > 0) notes.push(`Excluded: ${config.exclude.join(", ")}`);
  if (config.trusted.length > 0) notes.push(`Trusted: ${config.trusted.join(", ")}`);
  notes.push(...overlaps.map(overlapWords));
  const parts = [table(["workspace", "is", "stored", "roots"], rows, layoutOfTerminal(args.flag("plain")))];
  parts.push(...notes.map((note) => visible(note)));
  writeText("stdout", `${parts.join("\n\n")}\n`);
  return EXIT.done;
}

function signs({ active, inbox, configured }: WorkspaceView): string {
  const words = [...(active ? ["active"] : []), ...(inbox ? ["inbox"] : []), ...(configured ? [] : ["not configured"])];
  return words.join(", ");
}

function storedWords({ stored: { shown, hidden } }: WorkspaceView): string {
  return hidden === 0 ? String(shown) : `${shown}, ${hidden} not shown`;
}
