/**
 * The table of `imprint-hook profile ...`. Nothing here imports a command.
 *
 * @module
 */
import type { CommandEntry } from "../command.ts";
import { HOME_OPTION, JSON_OPTION, PLAIN_OPTION } from "../commands.ts";

const COMMON = { json: JSON_OPTION, home: HOME_OPTION, plain: PLAIN_OPTION };
const FACTS = {
  distro: { type: "string", value: "NAME", help: "the distribution (default, inside of one: WSL_DISTRO_NAME)" },
  user: { type: "string", value: "USER", help: "on Windows: the Linux user (default: the distribution's own)" },
  bin: { type: "string", value: "PATH", help: "Linux path of this program inside the distribution" },
  mounts: { type: "string", value: "-", help: "read the mount table from standard input" },
  "windows-home": { type: "string", value: "DIR", help: "your Windows directory, when it is not the only one" },
  "windows-bin": {
    type: "string",
    value: "PATH",
    help: "Windows path of this program, when it stores what lies on Windows' disks",
  },
  "codex-home": { type: "string", value: "DIR", multiple: true, help: "one more directory of Codex, Linux path" },
  start: { type: "string", value: "WHEN", help: "auto: start a stopped distribution for a hook (default: never)" },
} as const;

/** The commands. */
export const PROFILE_COMMANDS: readonly CommandEntry[] = [
  {
    name: "add",
    summary: "register a WSL distribution, so that both sides place directories alike",
    operands: "[NAME]",
    operandCount: [0, 1],
    options: { ...FACTS, ...COMMON },
    details: [
      "Inside the distribution, hand the mount table over, as this program may read nothing below /proc. On Windows, name",
      "the distribution and the program in it: it is asked, and registers itself, too. NAME is the profile's name (default:",
      "the distribution's). Run it again when mounts, users or paths have changed.",
    ],
    examples: [
      "imprint-hook profile add --mounts - < /proc/self/mountinfo",
      "imprint-hook profile add --distro Ubuntu --bin /home/mira/.local/bin/imprint-hook",
    ],
    load: () => import("./add.ts"),
  },
  {
    name: "list",
    summary: "registered distributions, and what waits for them",
    options: COMMON,
    reads: true,
    load: () => import("./list.ts"),
  },
  {
    name: "remove",
    summary: "forget a registered distribution; what was learned stays",
    operands: "NAME",
    operandCount: [1, 1],
    options: COMMON,
    load: () => import("./remove.ts"),
  },
  {
    name: "probe",
    summary: "look whether registered distributions are still as they were",
    operands: "[NAME]",
    operandCount: [0, 1],
    options: COMMON,
    details: ["Exit status: 0 when nothing has changed, 1 when something has. On Windows it asks only what runs."],
    load: () => import("./probe.ts"),
  },
  {
    name: "drain",
    summary: "hand over what waits for a distribution that did not run",
    operands: "[NAME]",
    operandCount: [0, 1],
    options: COMMON,
    details: [
      "Every hook that finds the distribution running does the same. Exit status: 1 when something still waits.",
    ],
    load: () => import("./drain.ts"),
  },
];
