/**
 * Which commands and hooks the scenarios interrupt.
 *
 * @module
 */
import { HOOK_CLIENTS } from "../../hooks/hook_clients.ts";
import type { CommandEntry } from "../../lib/cli/command.ts";
import { COMMANDS, DAY } from "../../lib/cli/commands.ts";
import type { FaultMachine, Scenario } from "./scenario_test_support.ts";

/** Commands without a scenario, and why. */
export const NOT_SWEPT: Readonly<Record<string, string>> = {
  completions: "prints a text that it holds: it calls nothing below lib/io but the write to standard output",
};

/** Every command that can be typed, by its words; the program alone is the empty text. */
export async function everyCommand(
  entries: readonly CommandEntry[] = [DAY, ...COMMANDS],
  before = "",
): Promise<readonly string[]> {
  const found = await Promise.all(entries.map(async (entry) => {
    const words = `${before} ${entry.name}`.trim();
    return entry.subcommands === undefined ? [words] : await everyCommand(await entry.subcommands(), words);
  }));
  return found.flat();
}

/** Every hook of every client, and the bare program as one. */
export async function everyHook(): Promise<readonly string[]> {
  const found = await Promise.all(HOOK_CLIENTS.map(async ({ folder, load }) => {
    const { hookWords = [] } = await load();
    return hookWords.map((word) => `hook: ${folder} ${word}`);
  }));
  return ["hook:", ...found.flat()];
}

/** What a scenario runs: commands as the words that were typed, hooks behind `hook:`. */
export async function runBy({ act }: Scenario): Promise<readonly string[]> {
  const run: string[] = [];
  const note = (text: string) => {
    run.push(text);
    return Promise.resolve({ code: 0, stdout: "", stderr: "" });
  };
  const machine: Pick<FaultMachine, "root" | "store" | "type" | "hook"> = {
    root: "/nowhere",
    store: "/nowhere/store",
    type: (words) => note(words.join(" ")),
    hook: (words) => note(["hook:", ...words].join(" ")),
  };
  await act(machine as FaultMachine, "given");
  return run;
}
