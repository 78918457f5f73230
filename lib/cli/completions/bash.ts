/**
 * Completion for bash, 3.2 (macOS) and later.
 *
 * @module
 */
import type { CompletedCommand, CompletedOption, Kind } from "./tree.ts";

/** The script. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const paths = commands.map(({ path }) => path).filter((path) => path !== "");
  return `# imprint-hook: completion for bash. Load it with: source <(imprint-hook completions bash)
_imprint_hook() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path="" index
  local IFS=$'\\n'
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "\${path:+$path }\${COMP_WORDS[index]}" in
      ${paths.map((path) => `"${path}"`).join(" | ")}) path="\${path:+$path }\${COMP_WORDS[index]}" ;;
    esac
  done
  COMPREPLY=()
  case "$path:$previous" in
${valueCases(commands)}  esac
  if [[ "$current" == -* ]]; then
    case "$path" in
${
    commands.map(({ path, options }) => `      "${path}") ${words(options.map(({ name }) => name))} ;;\n`).join("")
  }    esac
    return
  fi
  case "$path" in
${commands.map((command) => `    "${command.path}") ${operands(command)} ;;\n`).join("")}  esac
}
complete -F _imprint_hook imprint-hook
`;
}

/** What an option's value is, one case for options of one kind. */
function valueCases(commands: readonly CompletedCommand[]): string {
  const of = (kind: Kind): string[] =>
    commands.flatMap(({ path, options }) =>
      options.filter((option: CompletedOption) => option.value === kind).map(({ name }) => `"${path}:${name}"`)
    );
  return (["files", "directories", "nothing"] as const).map((kind) => {
    const names = of(kind);
    return names.length === 0 ? "" : `    ${names.join(" | ")}) ${PATHS[kind]}return ;;\n`;
  }).join("");
}

const PATHS = {
  files: 'COMPREPLY=($(compgen -f -- "$current")); compopt -o filenames 2>/dev/null; ',
  directories: 'COMPREPLY=($(compgen -d -- "$current")); compopt -o filenames 2>/dev/null; ',
  nothing: "",
} as const;

function words(names: readonly string[]): string {
  return `COMPREPLY=($(compgen -W $'${names.join("\\n")}' -- "$current"))`;
}

function operands({ operands: kind, words: found }: CompletedCommand): string {
  if (kind === "words") return words(found.map(({ name }) => name));
  return kind === "nothing" ? "" : PATHS[kind].replace(/; $/, "");
}
