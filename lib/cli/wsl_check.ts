/**
 * `imprint-hook wsl check`: one envelope on standard input, one line of JSON on standard output (design section 6).
 *
 * @module
 */
import { CLIENTS } from "../../hooks/clients.ts";
import { check, CHECK_EXIT } from "../bridge/inner.ts";
import { readEnvelope } from "../bridge/envelope_schema.ts";
import { escapeControls } from "../io/escape_controls.ts";
import { readPayload } from "../io/stdin.ts";
import { writeText } from "../io/terminal.ts";
import type { ParsedArguments } from "./command.ts";
import { hookPlaces, setUp } from "./setup.ts";

const STDIN_MILLISECONDS = 5000;

/** Runs the command. @returns 0, 64, 65, 66, 70 or 75, and nothing else */
export async function run(args: ParsedArguments): Promise<number> {
  try {
    const begun = performance.now();
    const payload = await readPayload({ milliseconds: STDIN_MILLISECONDS });
    if (payload.kind === "none") {
      return told(CHECK_EXIT.usage, `no envelope came on standard input (${payload.reason})`);
    }
    const envelope = readEnvelope(new TextDecoder().decode(payload.bytes));
    if (envelope === undefined) {
      return told(
        CHECK_EXIT.envelope,
        "cannot read the envelope: it is none of version 1; bring both sides up to date",
      );
    }
    // No variable steers what another side's hook asks for, as for every hook.
    const places = hookPlaces(args.value("home"), null);
    if (places === undefined) return told(CHECK_EXIT.bug, "no home directory: set HOME");
    const product = await setUp({ mode: "hook", ...places });
    const { reply, exit } = await check(product, envelope, { clients: CLIENTS, begun });
    writeText("stdout", `${JSON.stringify(reply)}\n`);
    return exit;
  } catch (error) {
    return told(CHECK_EXIT.bug, error instanceof Error ? error.message : String(error));
  }
}

function told(exit: number, message: string): number {
  writeText("stderr", `imprint-hook: wsl check: ${escapeControls(message)}\n`);
  return exit;
}
