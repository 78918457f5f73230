/**
 * The completion scripts in the real shells, where they are installed.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { completionScript } from "../../lib/cli/completions.ts";
import { COMMANDS } from "../../lib/cli/commands.ts";
import { canUseDisk, withTemporaryDirectory } from "../disk_test_support.ts";

/** What is typed before the key, the words that have to be offered, and some that may not. */
const CASES: readonly (readonly [line: string, offered: readonly string[], absent?: readonly string[]])[] = [
  ["imprint-hook wor", ["workspace"], ["learn"]],
  ["imprint-hook ", ["install", "learn", "status", "workspace", "completions"], ["--help", "root"]],
  ["imprint-hook --", ["--version", "--licenses", "--json"], ["--transcript"]],
  ["imprint-hook install ", ["claude", "codex"], ["learn"]],
  ["imprint-hook install claude --sh", ["--shared"], ["--user"]],
  ["imprint-hook workspace root a", ["add"], ["remove"]],
  ["imprint-hook workspace root add --w", ["--workspace"]],
  ["imprint-hook completions ", ["bash", "zsh", "fish", "powershell"]],
  ["imprint-hook learn --transcript se", ["session.jsonl"], ["learn", "--json"]],
  ["imprint-hook list --in proj", ["projects"], ["project.txt"]],
  ["imprint-hook explain se", ["session.jsonl"]],
];

function shellTest(shell: string, name: string, fn: (directory: string, script: string) => Promise<void>): void {
  const isHere = canUseDisk && isInstalled(shell);
  Deno.test({
    name: `the completion script of ${name}${isHere ? "" : ` (ignored: ${shell} is not installed)`}`,
    ignore: !isHere,
    fn: () =>
      withTemporaryDirectory(async (directory) => {
        const script = await completionScript(shell);
        assert(script !== undefined);
        Deno.writeTextFileSync(`${directory}/completion`, script);
        Deno.writeTextFileSync(`${directory}/session.jsonl`, "");
        Deno.writeTextFileSync(`${directory}/project.txt`, "");
        Deno.mkdirSync(`${directory}/projects`);
        await fn(directory, script);
      }),
  });
}

function isInstalled(program: string): boolean {
  try {
    return new Deno.Command(program, { args: ["-c", "true"], stdout: "null", stderr: "null" }).outputSync().success;
  } catch {
    return false;
  }
}

async function say(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    cwd,
    env: { HOME: cwd, PATH: Deno.env.get("PATH") ?? "", TERM: "dumb", LC_ALL: "C" },
    clearEnv: true,
    stdin: "null",
  }).output();
  assertEquals(new TextDecoder().decode(stderr), "");
  return new TextDecoder().decode(stdout);
}

function check(line: string, offered: readonly string[], wanted: readonly string[], absent: readonly string[]): void {
  const names = offered.map((name) => name.replace(/\/$/, ""));
  for (const word of wanted) assert(names.includes(word), `${line}: "${word}" is not in ${names.join(" ")}`);
  for (const word of absent) assert(!names.includes(word), `${line}: "${word}" is in ${names.join(" ")}`);
}

shellTest("bash", "bash offers what can be typed", async (directory) => {
  for (const [line, offered, absent = []] of CASES) {
    const words = line.split(" ");
    const typed = `source ./completion; COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); ` +
      `COMP_CWORD=${words.length - 1}; _imprint_hook; printf '%s\\n' "\${COMPREPLY[@]}"`;
    check(line, (await say("bash", ["--norc", "-c", typed], directory)).trimEnd().split("\n"), offered, absent);
  }
  const registered = await say("bash", ["--norc", "-c", "source ./completion; complete -p imprint-hook"], directory);
  assertEquals(registered, "complete -F _imprint_hook imprint-hook\n");
});

shellTest("fish", "fish offers what can be typed", async (directory) => {
  for (const [line, offered, absent = []] of CASES) {
    const typed = `source ./completion; complete -C '${line}'`;
    const lines = (await say("fish", ["--no-config", "-c", typed], directory)).trimEnd().split("\n");
    check(line, lines.map((one) => one.split("\t")[0] ?? ""), offered, absent);
  }
});

shellTest("zsh", "zsh offers what can be typed", async (directory) => {
  // A shell behind a pseudo-terminal, whose completion lists what it offers.
  const driver = `
    zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell 'PS1=; PROMPT_EOL_MARK=; unsetopt zle_bracketed_paste; autoload -Uz compinit; compinit -u -D; source ./completion'
    zpty -w shell 'zstyle ":completion:*" list-grouped false; zstyle ":completion:*" insert-tab false; setopt no_list_ambiguous'
    zpty -w shell 'compadd() { local -a w; builtin compadd -O w "$@"; (( $\{#w} )) && print -l -r -- "$\{w[@]}" >> $PWD/offered; builtin compadd "$@" }'
    zpty -w shell 'print ready >> $PWD/log'
    wait_for() { local i; for ((i = 0; i < 400; i++)); do [[ -e $1 ]] && grep -q -- "$2" $1 && return; sleep 0.025; zpty -r -t shell REPLY; done }
    wait_for log ready
    while IFS= read -r line; do
      rm -f offered log
      zpty -w -n shell "$line"$'\\t'
      # What was typed goes, and the shell says when it is through.
      zpty -w -n shell $'\\x15'
      zpty -w shell 'print done >> $PWD/log'
      wait_for log done
      print -r -- "== $line"
      [[ -e offered ]] && cat offered
    done < lines
    zpty -d shell`.replaceAll("$\\{", "${");
  Deno.writeTextFileSync(`${directory}/lines`, CASES.map(([line]) => `${line}\n`).join(""));
  Deno.writeTextFileSync(`${directory}/driver.zsh`, driver);
  const told = await say("zsh", ["-f", "./driver.zsh"], directory);
  const answers = new Map(
    told.split("== ").slice(1).map((part) => {
      const [line = "", ...offered] = part.trimEnd().split("\n");
      return [line.trimEnd(), offered] as const;
    }),
  );
  for (const [line, offered, absent = []] of CASES) check(line, answers.get(line.trimEnd()) ?? [], offered, absent);
});

Deno.test("the completion script of PowerShell names every command and quotes what it says", async () => {
  const script = await completionScript("powershell");
  assert(script !== undefined);
  assertEquals(script, await completionScript("pwsh"));
  for (const { name } of COMMANDS) assertStringIncludes(script, `    '${name}' = @(`);
  // Inside of single quotes only a single quote means something, and it is doubled.
  const code = script.replaceAll(/'(?:[^']|'')*'/g, "''").split("\n").filter((line) => /^ {4}'/.test(line));
  assert(code.length > COMMANDS.length);
  for (const line of code) assert(/^ {4}'' = @\((?:,@\('', '', ''\)(?:; )?)+\)$/.test(line), line);
});

Deno.test("completionScript() knows no other shell", async () => {
  for (const shell of ["", "tcsh", "constructor"]) assertEquals(await completionScript(shell), undefined);
});
