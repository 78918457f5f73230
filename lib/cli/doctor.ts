/**
 * `imprint-hook doctor`: looks for what keeps hooks from working, and says what to do. It starts no program and changes
 * nothing, unless `--repair` asks for the damaged lines of the store to be put aside.
 *
 * @module
 */
import { EXIT } from "../errors.ts";
import type { Repaired } from "../import/store_damage.ts";
import { disk } from "../io/disk.ts";
import { environment } from "../io/env.ts";
import { writeText } from "../io/terminal.ts";
import { VERSION } from "../version.ts";
import type { ParsedArguments } from "./command.ts";
import { checkAll } from "./doctor/check_all.ts";
import { repairCheck } from "./doctor/damage.ts";
import { checksText } from "./doctor/checks_text.ts";
import { gatherSubject } from "./doctor/subject.ts";
import { layoutOfTerminal } from "./layout_of_terminal.ts";
import { redactDeep } from "./redact_deep.ts";
import { settingsMachine } from "./settings_machine.ts";
import { machineDirectories, personHomes, setUp } from "./setup.ts";

/** Strings of the answer that come from closed lists. */
const CLOSED: ReadonlySet<string> = new Set(["id", "state", "title"]);

async function repair(args: ParsedArguments): Promise<Repaired> {
  const { repairStore } = await import("../import/store_damage.ts");
  return await repairStore(await setUp({ mode: "person", home: args.value("home") }));
}

/** Runs the command. @returns 0 when nothing is wrong, 1 when something is */
export async function run(args: ParsedArguments): Promise<number> {
  const homes = personHomes(args.value("home"));
  const directories = machineDirectories();
  const machine = directories.home === null ? undefined : settingsMachine({ files: disk, directories });
  const subject = await gatherSubject({ files: disk, homes, directories, environment, machine, now: new Date() });
  const repaired = args.flag("repair") ? [repairCheck(await repair(args))] : [];
  const checks = redactDeep([...repaired, ...await checkAll(subject)], {
    redactor: subject.product.redactor,
    closed: CLOSED,
  });
  const problems = checks.filter(({ state }) => state === "problem").length;
  writeText(
    "stdout",
    `${
      args.flag("json")
        ? JSON.stringify({ schema: 1, version: VERSION, problems, checks })
        : checksText(checks, layoutOfTerminal(args.flag("plain")))
    }\n`,
  );
  return problems === 0 ? EXIT.done : EXIT.failed;
}
