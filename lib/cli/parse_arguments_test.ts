import { assertEquals, assertThrows } from "@std/assert";
import { UsageError } from "../errors.ts";
import type { CommandSpec } from "./command.ts";
import { parseArguments } from "./parse_arguments.ts";

const SPEC: CommandSpec = {
  name: "learn",
  summary: "",
  operands: "FILE...",
  operandCount: [0, 2],
  options: {
    transcript: { type: "string", value: "FILE", help: "" },
    kind: { type: "string", multiple: true, help: "" },
    json: { type: "boolean", help: "" },
    "dry-run": { type: "boolean", help: "" },
  },
  load: () => Promise.reject(new Error("not loaded")),
};

interface Parsed {
  readonly operands?: readonly string[];
  readonly transcript?: string;
  readonly kinds?: readonly string[];
  readonly json?: boolean;
}

const TABLE: readonly { readonly words: readonly string[]; readonly expect: Parsed }[] = [
  { words: [], expect: {} },
  { words: ["--json"], expect: { json: true } },
  { words: ["--transcript", "a.jsonl"], expect: { transcript: "a.jsonl" } },
  { words: ["--transcript=a=b.jsonl"], expect: { transcript: "a=b.jsonl" } },
  { words: ["--transcript="], expect: { transcript: "" } },
  { words: ["--transcript=-a", "--transcript", "-"], expect: { transcript: "-" } },
  { words: ["--transcript", "a", "--transcript", "b"], expect: { transcript: "b" } },
  { words: ["--kind", "facts", "--json", "--kind=mistakes"], expect: { json: true, kinds: ["facts", "mistakes"] } },
  { words: ["x", "--json", "y"], expect: { json: true, operands: ["x", "y"] } },
  { words: ["--json", "--", "--json", "-x"], expect: { json: true, operands: ["--json", "-x"] } },
  { words: ["-", "--"], expect: { operands: ["-"] } },
];
for (const { words, expect } of TABLE) {
  Deno.test(`parseArguments() reads ${JSON.stringify(words)}`, () => {
    const args = parseArguments(SPEC, words);
    assertEquals(
      {
        operands: args.operands,
        transcript: args.value("transcript"),
        kinds: args.values("kind"),
        json: args.flag("json"),
      },
      { operands: [], transcript: undefined, kinds: [], json: false, ...expect },
    );
    assertEquals([args.flag("dry-run"), args.flag("transcript"), args.value("json")], [false, false, undefined]);
  });
}

const FAULTS: readonly { readonly words: readonly string[]; readonly message: string }[] = [
  { words: ["--jsn"], message: 'no option "--jsn"; did you mean "--json"?' },
  { words: ["--jsn=x"], message: 'no option "--jsn"; did you mean "--json"?' },
  { words: ["-json"], message: 'no option "-json"; did you mean "--json"?' },
  { words: ["--constructor"], message: 'no option "--constructor"' },
  { words: ["--json=yes"], message: '"--json" takes no value, got "yes"' },
  { words: ["--transcript"], message: '"--transcript" needs a value: --transcript FILE' },
  {
    words: ["--transcript", "--json"],
    message: '"--transcript" needs a value, got "--json"; write --transcript=FILE if that is the value',
  },
  { words: ["--js\u001b[2Jn"], message: 'no option "--js\\x1b[2Jn"' },
  { words: ["--kind"], message: '"--kind" needs a value: --kind VALUE' },
  { words: ["a", "b", "c"], message: "expected FILE..., got a b c (--transcript FILE names one conversation)" },
];
for (const { words, message } of FAULTS) {
  Deno.test(`parseArguments() refuses ${JSON.stringify(words)}`, () => {
    const error = assertThrows(() => parseArguments(SPEC, words), UsageError);
    assertEquals(error.message, `learn: ${message}; see "imprint-hook learn --help"`);
  });
}

Deno.test("parseArguments() names no command when the program stands alone", () => {
  const error = assertThrows(() => parseArguments({ ...SPEC, name: "" }, ["--jsn"]), UsageError);
  assertEquals(error.message, 'no option "--jsn"; did you mean "--json"?; see "imprint-hook --help"');
});
