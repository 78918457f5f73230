/**
 * Shell commands as a rule needs them: what programs a line runs. No shell; a guess that is right for what agents write.
 *
 * @module
 */

/** One program call of a command line. */
export interface ProgramCall {
  /** Its words, without variables set in front of it and without redirections. */
  readonly words: readonly string[];
  /** As it stands in the command, cut to one line. */
  readonly text: string;
}

/** Code units of a command that are looked at. */
const MOST_COMMAND = 4000;

/**
 * The program calls of a command, in order; what stands behind a single `|` only shortens or shows output and is left
 * out, as are changes of directory.
 *
 * @param command of a POSIX shell or PowerShell
 * @example
 * ```ts
 * import { programCalls } from "./shell_words.ts";
 * programCalls("cd web && CI=1 npm test 2>&1 | tail -5; git status").map(({ text }) => text); // ["npm test", "git status"]
 * ```
 */
export function programCalls(command: string): readonly ProgramCall[] {
  const calls: ProgramCall[] = [];
  let words: string[] = [];
  let word: string | undefined;
  let piped = false;
  const endWord = () => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endCall = (nextIsPiped: boolean) => {
    endWord();
    const call = callOf(words);
    if (call !== undefined && !piped) calls.push(call);
    words = [];
    piped = nextIsPiped;
  };
  const text = withoutHereDocuments(command.slice(0, MOST_COMMAND));
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at);
    if (unit === "'" || unit === '"') {
      const close = closingQuote(text, at);
      word = (word ?? "") + text.slice(at, close + 1);
      at = close;
    } else if (unit === "\\" && at + 1 < text.length) {
      if (text.charAt(at + 1) !== "\n") word = (word ?? "") + text.slice(at, at + 2);
      at++;
    } else if (unit === "\n" || unit === ";" || unit === "&" || unit === "|") {
      const isRedirection = unit === "&" && /[<>]$/.test(word ?? "") || unit === "&" && text.charAt(at + 1) === ">";
      if (isRedirection) {
        word = (word ?? "") + unit;
        continue;
      }
      const doubled = text.charAt(at + 1) === unit && unit !== "\n";
      endCall(unit === "|" && !doubled);
      if (doubled) at++;
    } else if (unit === " " || unit === "\t" || unit === "\r") {
      endWord();
    } else if (unit === "#" && word === undefined) {
      const end = text.indexOf("\n", at);
      at = (end < 0 ? text.length : end) - 1;
    } else {
      const from = at;
      while (at + 1 < text.length && isOrdinary(text.charCodeAt(at + 1))) at++;
      word = (word ?? "") + text.slice(from, at + 1);
    }
  }
  endCall(false);
  return calls;
}

/** True for what goes on with a word wherever it stands. */
function isOrdinary(code: number): boolean {
  return code >= 128 || SPECIAL[code] === 0;
}

const SPECIAL = new Uint8Array(128);
for (const character of "'\"\\\n;&| \t\r") SPECIAL[character.charCodeAt(0)] = 1;

function closingQuote(text: string, open: number): number {
  const quote = text.charAt(open);
  for (let at = open + 1; at < text.length; at++) {
    if (text.charAt(at) === "\\" && quote === '"') at++;
    else if (text.charAt(at) === quote) return at;
  }
  return text.length;
}

/** `cmd <<'EOF'`, its lines, and `EOF` become `cmd`. */
function withoutHereDocuments(command: string): string {
  if (!command.includes("<<")) return command;
  const kept: string[] = [];
  let end: string | undefined;
  for (const line of command.split("\n")) {
    if (end !== undefined) {
      if (line.trim() === end) end = undefined;
      continue;
    }
    end = /<<-?\s*(['"]?)(\w+)\1/.exec(line)?.[2];
    kept.push(end === undefined ? line : line.replace(/<<-?\s*(['"]?)\w+\1/, ""));
  }
  return kept.join("\n");
}

/** Words in front of the program that is meant. */
const CARRIERS: ReadonlySet<string> = new Set([
  "sudo",
  "time",
  "env",
  "command",
  "exec",
  "nohup",
  "then",
  "do",
  "else",
  "if",
  "while",
  "until",
  "!",
  "{",
  "(",
  "timeout",
]);
const IDLE: ReadonlySet<string> = new Set([
  "cd",
  "pushd",
  "popd",
  "echo",
  "printf",
  "sleep",
  "true",
  "set",
  "export",
  "fi",
  "done",
  "}",
  ")",
  "for",
  "wait",
  "exit",
]);

function callOf(raw: readonly string[]): ProgramCall | undefined {
  const words = withoutRedirections(raw);
  let first = 0;
  while (first < words.length && isInFront(words[first] ?? "", words[first - 1])) first++;
  const left = words.slice(first);
  const program = left[0];
  if (program === undefined || IDLE.has(program) || program.startsWith("#")) return undefined;
  return { words: left, text: left.join(" ").replaceAll(/\s+/g, " ") };
}

function isInFront(word: string, before: string | undefined): boolean {
  if (/^[A-Za-z_]\w*=/.test(word)) return true;
  return CARRIERS.has(word) || (before === "timeout" && /^\d/.test(word));
}

function withoutRedirections(words: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (!word.includes(">") && !word.includes("<")) kept.push(word);
    else if (/^(?:\d|&)?(?:>>?|<)(?:&\d|&-)?$/.test(word)) {
      // "> file" names its file in the next word; "2>&1" names none.
      if (!/&[\d-]$/.test(word)) at++;
    } else if (!/^(?:\d|&)?(?:>>?|<)\S/.test(word)) {
      kept.push(word);
    }
  }
  return kept;
}
