/**
 * `imprint-hook export`: everything that a workspace may read of what is stored, as one stream of JSONL.
 *
 * @module
 */
import { EXIT } from "../errors.ts";
import { exportSession } from "../import/export_session.ts";
import { readableSessions } from "../import/readable_sessions.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import { writeText } from "../io/terminal.ts";
import type { ParsedArguments } from "./command.ts";
import { counted } from "./edit_answer.ts";
import { absolutePath, namedWorkspace, setUp } from "./setup.ts";
import { refuseDirectory, writeNamed } from "./write_named.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const product = await setUp({ mode: "person", home: args.value("home") });
  const workspace = namedWorkspace(product, args.value("workspace")) ?? product.world.active;
  const file = args.value("out");
  const { files } = product;
  const path = file === undefined ? undefined : absolutePath(file);
  if (path !== undefined) refuseDirectory(files, path, file ?? "");
  const { sessions, hidden } = readableSessions(product, { kind: "all", workspace });
  const key = await product.sealKey();
  const option = "--out";
  if (path !== undefined) writeNamed(path, { files, option, write: () => files.replace(path, new Uint8Array()) });
  let lines = 0;
  for (const session of sessions) {
    let text = "";
    for (const line of exportSession(product, session, key)) {
      text += `${line}\n`;
      lines++;
    }
    if (path === undefined) {
      // Whoever reads the stream has seen enough.
      if (!writeText("stdout", text)) return EXIT.done;
    } else {
      writeNamed(path, { files, option, write: () => files.append(path, new TextEncoder().encode(text)) });
    }
  }
  if (path !== undefined) {
    const others = hidden === 0 ? "" : ` ${counted(hidden, "stored conversation")} of other workspaces left out.`;
    const told = { schema: 1, workspace, file: path, sessions: sessions.length, lines };
    writeText(
      "stdout",
      args.flag("json")
        ? `${JSON.stringify(told)}\n`
        : `${counted(sessions.length, "conversation")} of workspace "${visible(workspace)}" in ${
          counted(lines, "line")
        }: "${visible(path)}".${others}\n`,
    );
  }
  return EXIT.done;
}
