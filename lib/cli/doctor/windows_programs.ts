/**
 * Hook entries inside WSL that name a program of Windows: one on the Linux disk takes seconds to minutes to start
 * (https://github.com/microsoft/WSL/issues/8943, https://github.com/microsoft/WSL/issues/8472), and none starts where
 * systemd removed WSL's interop (https://github.com/microsoft/WSL/issues/8843). Nothing is started to find that out, and
 * below `/proc` nothing can be read: what a person would see is said.
 *
 * @module
 */
import type { Check } from "../../checkup.ts";
import { escapeControls } from "../../io/escape_controls.ts";
import { parsePath } from "../../paths/parse.ts";
import type { CheckFamily } from "./subject.ts";

/** Whether the programs of Windows lie where they start at once. */
export const windowsProgramChecks: CheckFamily = ({ product, hooks }) => {
  const { environment, paths } = product.facts.machine;
  if (environment.os !== "wsl") return [];
  const programs = new Set(hooks.map(({ program }) => program).filter((program) => /\.exe$/i.test(program)));
  return [...programs].map((program): Check => {
    const check = { id: "wsl/windows-program", title: "program of Windows in a hook" };
    const named = `"${escapeControls(program)}"`;
    const { kind } = parsePath(program, { environment, mounts: paths.mounts ?? [] });
    if (kind === "drive" || kind === "unc") {
      const found =
        `${named} lies on a disk of Windows; its runs are in "imprint-hook status" there. Where it ends with ` +
        '"Exec format error", WSL\'s interop is off: nothing is lost, "imprint-hook learn" inside learns it';
      return { ...check, state: "note", found };
    }
    const found = `${named} lies on the Linux disk, from which Windows starts a program in seconds to minutes`;
    return { ...check, state: "problem", found, advice: "move it to a drive, and name it there: /mnt/c/..." };
  });
};
