/**
 * Completion for fish.
 *
 * @module
 */
import type { CompletedCommand, CompletedOption } from "./tree.ts";

/** The script. */
export function fishScript(commands: readonly CompletedCommand[]): string {
  const paths = commands.map(({ path }) => path).filter((path) => path !== "");
  return `# imprint-hook: completion for fish. Load it with: imprint-hook completions fish | source
function __imprint_hook_at
  set -l at ""
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -- "$at $word")
    contains -- "$next" ${paths.map(quoted).join(" ")}; and set at "$next"
  end
  test "$at" = "$argv[1]"
end
complete -c imprint-hook -f
${commands.map(commandLines).join("")}`;
}

function commandLines({ path, words, options, operands }: CompletedCommand): string {
  const when = `complete -c imprint-hook -n ${quoted(`__imprint_hook_at ${quoted(path)}`)}`;
  return [
    ...words.map(({ name, help }) => `${when} -a ${quoted(name)}${described(help)}`),
    ...(operands === "files" ? [`${when} -F`] : []),
    ...(operands === "directories" ? [`${when} -a '(__fish_complete_directories)'`] : []),
    ...options.map((option) => `${when} -l ${option.name.slice(2)}${valueOf(option)}${described(option.help)}`),
  ].map((line) => `${line}\n`).join("");
}

function valueOf({ value }: CompletedOption): string {
  if (value === undefined) return "";
  return value === "files" ? " -r -F" : value === "directories" ? " -x -a '(__fish_complete_directories)'" : " -x";
}

function described(help: string): string {
  return help === "" ? "" : ` -d ${quoted(help)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
