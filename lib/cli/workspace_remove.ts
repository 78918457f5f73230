/**
 * `imprint-hook workspace remove`: takes a workspace out of the configuration. Its learnings stay.
 *
 * @module
 */
import { EXIT, InputError } from "../errors.ts";
import { storedSessions } from "../import/stored_sessions.ts";
import { type Config, DEFAULT_WORKSPACE } from "../ownership/mod.ts";
import type { ParsedArguments } from "./command.ts";
import type { Change } from "./config_edit/jsonc_edit.ts";
import { answerEdit, counted } from "./edit_answer.ts";
import { editConfig } from "./edit_config.ts";
import { knownWorkspace } from "./known_workspace.ts";
import { setUp } from "./setup.ts";
import { withoutPartner } from "./unshare.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const name = args.operands[0] ?? "";
  if (name === DEFAULT_WORKSPACE) {
    throw new InputError(
      `cannot remove workspace "${name}": it always exists; "imprint-hook workspace root remove DIR" takes its roots away`,
    );
  }
  const product = await setUp({ mode: "person", home: args.value("home") });
  const stored = storedSessions(product).filter(({ meta }) => meta.workspace === name && meta.tombstone === undefined);
  const directories = [...new Set(stored.map(({ place }) => place.root))];
  let before = product.config;
  const edited = await editConfig(product, (config) => {
    before = config;
    knownWorkspace(config, name);
    return removalChanges(config, name);
  });
  answerEdit(args, {
    product,
    edited,
    data: { workspace: name, conversations: stored.length, directories, active: edited.config.active },
    lines: [
      `Workspace "${name}" is removed.`,
      ...(stored.length === 0 ? ["It had stored nothing."] : [
        `What it learned stays, ${
          counted(stored.length, "conversation")
        }, not shown while there is no workspace "${name}", in:`,
        ...directories.map((directory) => `  ${directory}`),
      ]),
      ...consequences(before, edited.config, name),
    ],
  });
  return EXIT.done;
}

/** Everything that names the workspace goes with it. */
function removalChanges(config: Config, name: string): readonly Change[] {
  const approvals = config.approvals.flatMap((approval, index): Change[] =>
    approval.workspace === name ? [{ type: "remove", path: ["approvals", index] }] : []
  );
  return [
    ...config.workspaces.filter((each) => each.name !== name).flatMap((each) => withoutPartner(each, name, () => true)),
    // From the last one on, so that the positions before it stay right.
    ...approvals.reverse(),
    ...(config.inbox === name ? [{ type: "remove", path: ["inbox"] }] satisfies Change[] : []),
    ...(config.active === name ? [{ type: "set", path: ["active"], value: DEFAULT_WORKSPACE }] satisfies Change[] : []),
    { type: "remove", path: ["workspaces", name] },
  ];
}

function consequences(before: Config, after: Config, name: string): readonly string[] {
  const workspace = before.workspaces.find((each) => each.name === name);
  const roots = [
    ...(workspace?.roots ?? []),
    ...before.approvals.filter((approval) => approval.workspace === name).map(({ dir }) => dir),
  ];
  const lines: string[] = [];
  if (before.active === name) lines.push(`It was the active one: that is "${after.active}" now.`);
  if (before.inbox === name) lines.push("It was the inbox: there is none now.");
  if (roots.length > 0) {
    lines.push(
      `Conversations in ${
        roots.map((root) => `"${root}"`).join(", ")
      } belong to no workspace now: the active one ("${after.active}") learns them.`,
      'To keep them out instead: imprint-hook workspace exclude "DIR"',
    );
  }
  for (const { dir, with: partners } of workspace?.shared ?? []) {
    lines.push(
      `"${dir}" is not shared with it any more: it belongs to ${partners.map((each) => `"${each}"`).join(", ")}.`,
    );
  }
  return lines;
}
