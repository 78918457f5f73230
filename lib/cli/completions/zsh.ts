/**
 * Completion for zsh.
 *
 * @module
 */
import type { CompletedCommand, Kind } from "./tree.ts";

/** The script: it can be sourced behind `compinit`, or lie as `_imprint-hook` in a directory of `fpath`. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  const paths = commands.map(({ path }) => path).filter((path) => path !== "");
  return `#compdef imprint-hook
# imprint-hook: completion for zsh. Load it behind compinit with: source <(imprint-hook completions zsh)
_imprint-hook() {
  local at="" index
  local -a found options
  for ((index = 2; index < CURRENT; index++)); do
    case "\${at:+$at }\${words[index]}" in
      (${paths.map((path) => `"${path}"`).join("|")}) at="\${at:+$at }\${words[index]}" ;;
    esac
  done
  case "$at:\${words[CURRENT-1]}" in
${valueCases(commands)}  esac
  case "$at" in
${commands.map(commandCase).join("")}  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    _describe -o option options
  elif ((\${#found} > 0)); then
    _describe command found
  fi
}
if [[ "$funcstack[1]" == "_imprint-hook" ]]; then
  _imprint-hook "$@"
else
  compdef _imprint-hook imprint-hook
fi
`;
}

function valueCases(commands: readonly CompletedCommand[]): string {
  return (["files", "directories", "nothing"] as const).map((kind) => {
    const names = commands.flatMap(({ path, options }) =>
      options.filter(({ value }) => value === kind).map(({ name }) => `"${path}:${name}"`)
    );
    return names.length === 0 ? "" : `    (${names.join("|")}) ${PATHS[kind]}return ;;\n`;
  }).join("");
}

const PATHS: Readonly<Record<Kind, string>> = { files: "_files; ", directories: "_files -/; ", words: "", nothing: "" };

function commandCase({ path, words, options, operands }: CompletedCommand): string {
  const list = (entries: readonly { readonly name: string; readonly help: string }[]): string =>
    entries.map(({ name, help }) => quoted(help === "" ? name : `${name}:${help}`)).join(" ");
  const otherwise = PATHS[operands] === "" ? "" : ` [[ "\${words[CURRENT]}" == -* ]] || { ${PATHS[operands]}return };`;
  return `    (${quoted(path)}) found=(${list(words)}) options=(${list(options)});${otherwise} ;;\n`;
}

/** Names hold no colon, so the first one ends the name. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
