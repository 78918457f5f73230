/**
 * The table of `imprint-hook wsl ...`: what the other side of the border calls. Nothing here imports a command.
 *
 * @module
 */
import type { CommandEntry } from "./command.ts";
import { HOME_OPTION } from "./commands.ts";

/** The commands. */
export const BRIDGE_COMMANDS: readonly CommandEntry[] = [
  {
    name: "check",
    summary: "learn what the other side's hook hands over: one envelope on standard input, one line of JSON back",
    options: { home: HOME_OPTION },
    details: [
      "Exit status: 0 the line is valid (also for what was skipped), 64 no envelope, 65 none that this version can read,",
      "66 the transcript cannot be reached, 70 a failure, 75 later, as the time was over or another run holds the place.",
    ],
    load: () => import("./wsl_check.ts"),
  },
];
