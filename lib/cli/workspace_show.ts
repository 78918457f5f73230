/**
 * `imprint-hook workspace show`: one workspace with everything that is known about it.
 *
 * @module
 */
import { EXIT } from "../errors.ts";
import { storedSessions } from "../import/stored_sessions.ts";
import { writeText } from "../io/terminal.ts";
import { unconfirmedOverlaps } from "../ownership/mod.ts";
import type { ParsedArguments } from "./command.ts";
import { counted } from "./edit_answer.ts";
import { knownWorkspace } from "./known_workspace.ts";
import { layoutOfTerminal } from "./layout_of_terminal.ts";
import { pairs } from "./screen.ts";
import { setUp } from "./setup.ts";
import { overlapWords, rootWords, viewWorkspace, type WorkspaceView } from "./workspace_view.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const product = await setUp({ mode: "person", home: args.value("home"), dryRun: true });
  const { config, homes, world } = product;
  const name = args.operands[0] ?? config.active;
  const found = world.workspaces.find((workspace) => workspace.name === name);
  // A name that only an approval knows can be shown too; for any other the message tells what there is.
  if (found === undefined) knownWorkspace(config, name);
  const view = viewWorkspace(
    product,
    found ?? { name, configured: true, claimFiles: false, roots: [] },
    storedSessions(product),
  );
  const overlaps = unconfirmedOverlaps(world).filter(({ a, b }) => a.workspace === name || b.workspace === name);
  if (args.flag("json")) {
    writeText("stdout", `${JSON.stringify({ schema: 1, configFile: homes.configFile, ...view, overlaps })}\n`);
    return EXIT.done;
  }
  const entries = [...viewEntries(view), ...overlaps.map((each) => ["warning", overlapWords(each)] as const)];
  writeText("stdout", `${pairs(entries, layoutOfTerminal(args.flag("plain")))}\n`);
  return EXIT.done;
}

function viewEntries(view: WorkspaceView): readonly (readonly [string, string])[] {
  const { name, active, inbox, configured, roots, workDir, place, claimFiles, shareInGit, stored } = view;
  const entries: (readonly [string, string])[] = [["workspace", name]];
  if (!configured) {
    entries.push(["warning", "only an approval names it: it keeps conversations from others and learns none itself"]);
  }
  if (active) entries.push(["active", "it learns conversations that touched no workspace's root"]);
  if (inbox) entries.push(["inbox", "conversations without a recorded directory are its own"]);
  if (roots.length === 0) entries.push(["roots", "none"]);
  for (const root of roots) entries.push(["root", rootWords(root)]);
  if (workDir !== null) entries.push(["stores in", `${workDir} ("workDir")`]);
  else if (place === "data") entries.push(["stores in", 'this program\'s own data ("place": "data")']);
  else entries.push(["stores in", ".umwelten/learnings of the root, else of the project"]);
  if (claimFiles) entries.push(["claims files", "tool calls on files below its roots keep a conversation from others"]);
  if (shareInGit) entries.push(["in git", "its learnings are not ignored by git"]);
  const hidden = stored.hidden === 0 ? "" : `, ${stored.hidden} of them belong to others now and are not shown`;
  entries.push(["stored", `${counted(stored.shown + stored.hidden, "conversation")}${hidden}`]);
  for (const directory of stored.directories) entries.push(["in", directory]);
  return entries;
}
