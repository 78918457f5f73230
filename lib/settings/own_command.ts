/**
 * Recognising this program in the command of a hook: by taking the command apart, never by searching for a name in it.
 * Another hook may well mention it in a sentence.
 *
 * @module
 */
import { commandsOf } from "./shell_line.ts";

/** A command that starts this program. */
export interface OwnCommand {
  /** `compound`: a shell line that does something else as well; it is somebody's own and is left alone. */
  readonly form: "exec" | "shell" | "compound";
  /** Path or name of the binary or script, as it stands there. */
  readonly program: string;
  /** What follows it. */
  readonly args: readonly string[];
}

/** Clients that an entry may be written for; which of them calls, the payload says. */
const CLIENTS = ["claude", "codex", "copilot", "cursor", "cline", "gemini"];

/** The first word behind the program, for every form that an entry of ours has had. */
const SUBCOMMANDS = [
  ...[...CLIENTS, "hook", "stop", "session-end", "pre-compact", "session-start", "notify", "agent-stop"],
  ...["task-complete", "session-shutdown", "after-agent"],
];

const RUNNERS = ["deno", "node", "bun"];
const PACKAGE_RUNNERS = ["npx", "bunx", "pnpx"];
const WRAPPERS = ["env", "exec", "nohup", "timeout", "nice", "time", "command", "start", "setsid"];
const SHELLS = ["sh", "bash", "zsh", "dash", "cmd", "powershell", "pwsh"];

// Releases may carry a version or a platform in their name: imprint-hook-0.1.0, imprint-hook-linux-x64.
const PROGRAM =
  /^imprint-hook(-(v?\d[\w.]*|linux|macos|darwin|windows|win32|x64|arm64|x86_64|aarch64))*(\.(exe|cmd|bat|ps1|sh|m?js|ts))?$/;
const PACKAGE = /^(@[\w.-]+\/)?imprint-hook(@[\w.-]+)?$/;

/**
 * Takes a hook's `command` (and `args`) apart.
 *
 * @param command the shell line, or with `args` the program
 * @returns undefined when it does not start this program, or starts it with a command that `install` never writes
 * (`imprint-hook learn`, say)
 * @example
 * ```ts
 * import { ownCommand } from "./own_command.ts";
 * ownCommand('"C:/tools/imprint-hook.exe" claude stop')?.args; // ["claude", "stop"]
 * ownCommand("echo imprint-hook claude stop"); // undefined
 * ```
 */
export function ownCommand(command: string, args?: readonly string[]): OwnCommand | undefined {
  if (args !== undefined) {
    const words = [command, ...args];
    const own = ownWords(words);
    return own === undefined ? compound(wrapped(words)) : { form: "exec", ...own };
  }
  const { commands, alone } = commandsOf(command);
  const found = commands.map((words) => ownWords(words) ?? ownUnquoted(words));
  const [first] = found;
  if (first !== undefined && alone) return { form: "shell", ...first };
  return compound(found.find(isFound) ?? commands.map(wrapped).find(isFound));
}

type OwnWords = Omit<OwnCommand, "form">;

function isFound(found: OwnWords | undefined): found is OwnWords {
  return found !== undefined;
}

function ownWords(words: readonly string[]): OwnWords | undefined {
  const [program, ...rest] = words;
  if (program === undefined) return undefined;
  const base = baseName(program);
  if (PROGRAM.test(base)) return withHookArgs(program, rest);
  const runner = base.replace(/\.(exe|cmd)$/, "");
  if (RUNNERS.includes(runner)) return afterScript(rest);
  if (PACKAGE_RUNNERS.includes(runner)) return afterPackage(rest);
  return undefined;
}

/** `deno run <flags> <script> <args>`: the script is the first word that names a file of code. */
function afterScript(words: readonly string[]): OwnWords | undefined {
  const index = words.findIndex((word) => !word.startsWith("-") && /(\.[cm]?[jt]s|[\\/]imprint-hook)$/.test(word));
  const script = words[index];
  const args = words.slice(index + 1);
  if (script === undefined) return undefined;
  // From source the script is called main.ts, whatever the checkout is called: only the exact sub-commands are ours.
  const fromSource = baseName(script) === "main.ts" && CLIENTS.includes(args[0] ?? "") &&
    SUBCOMMANDS.includes(args[1] ?? "");
  return fromSource || PROGRAM.test(baseName(script)) ? withHookArgs(script, args) : undefined;
}

/** `npx <flags> <package> <args>` */
function afterPackage(words: readonly string[]): OwnWords | undefined {
  const index = words.findIndex((word) => !word.startsWith("-"));
  const name = words[index];
  return name === undefined || !PACKAGE.test(name) ? undefined : withHookArgs(name, words.slice(index + 1));
}

function withHookArgs(program: string, args: readonly string[]): OwnWords | undefined {
  const first = args[args[0] === "--home" ? 2 : args[0]?.startsWith("--home=") ? 1 : 0];
  // The bare program with a payload on stdin is hook mode too.
  return first === undefined || SUBCOMMANDS.includes(first) ? { program, args } : undefined;
}

/** An unquoted path with spaces, which a shell would have split: the words up to the program's name are one path. */
function ownUnquoted(words: readonly string[]): OwnWords | undefined {
  if (!/^([A-Za-z]:|~|\.{1,2})?[\\/]/.test(words[0] ?? "")) return undefined;
  const index = words.findIndex((word, at) => at > 0 && isRelativePath(word) && PROGRAM.test(baseName(word)));
  if (index === -1) return undefined;
  return withHookArgs(words.slice(0, index + 1).join(" "), words.slice(index + 1));
}

function isRelativePath(word: string): boolean {
  return /[\\/]/.test(word) && !/^([A-Za-z]:|[~\-\\/])/.test(word);
}

/** Inside another program's arguments: `sh -c "..."`, `timeout 10 ...` and their kin. */
function wrapped(words: readonly string[]): OwnWords | undefined {
  const base = baseName(words[0] ?? "").replace(/\.exe$/, "");
  if (WRAPPERS.includes(base)) {
    const index = words.findIndex((word, at) => at > 0 && PROGRAM.test(baseName(word)));
    return index === -1 ? undefined : ownWords(words.slice(index));
  }
  if (!SHELLS.includes(base)) return undefined;
  for (const word of words.slice(1)) {
    const own = /^(-|\/[A-Za-z]$)/.test(word) ? undefined : ownCommand(word);
    if (own !== undefined) return own;
  }
  return undefined;
}

function compound(own: OwnWords | undefined): OwnCommand | undefined {
  return own === undefined ? undefined : { form: "compound", program: own.program, args: own.args };
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).toLowerCase();
}
