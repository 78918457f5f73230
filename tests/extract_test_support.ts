/**
 * An invented extractor: a program that the Deno of the tests runs, and that says what its argument asks for.
 *
 * @module
 */

const PROGRAM = `
const [mode, calls] = Deno.args;
const lines = (await new Response(Deno.stdin.readable).text()).split("\\n").filter((line) => line !== "");
const given = lines.map((line) => JSON.parse(line));
Deno.writeTextFileSync(calls, lines.map((line) => line + "\\n").join(""), { append: true });
const say = (value) => console.log(typeof value === "string" ? value : JSON.stringify(value));
for (const { exchange, question, replies } of given) {
  const learning = { exchange, kind: "facts", text: "It was about: " + question, quote: question.slice(0, 20) };
  say(learning);
  if (mode === "more") say({ ...learning, kind: "open_loops", text: "  Look at the\\n lid ", quote: replies[0], confidence: 1 });
  if (mode === "made-up") say({ ...learning, quote: "nobody ever said this" });
  if (mode === "no-json") say("Sure, here are the learnings!");
  if (mode === "no-kind") say({ ...learning, kind: "opinions" });
  if (mode === "stranger") say({ ...learning, exchange: "0".repeat(32) });
  if (mode === "flood") for (let n = 0; n < 9; n++) say(learning);
  if (mode === "secret") say({ ...learning, text: "the key is ghp_" + "A1b2".repeat(9) });
}
if (mode === "fail") { console.error("no key for the model"); Deno.exit(3); }
if (mode === "slow") await new Promise((resolve) => setTimeout(resolve, 60000));
`;

/** The program on a scratch machine. */
export interface InventedExtractor {
  /** Value of `"extractor"` in the configuration. */
  settings(mode: string): { readonly command: readonly string[] };
  /** Every exchange it was given so far. */
  calls(): readonly { readonly exchange: string; readonly question: string; readonly replies: readonly string[] }[];
}

/** Writes the program below `root`. */
export function createExtractor(root: string): InventedExtractor {
  const [script, calls] = [`${root}/extractor.js`, `${root}/calls.jsonl`];
  Deno.writeTextFileSync(script, PROGRAM);
  Deno.writeTextFileSync(calls, "");
  return {
    settings: (mode) => ({
      command: [Deno.execPath(), "run", "--quiet", "--no-config", `--allow-write=${calls}`, script, mode, calls],
    }),
    calls: () => Deno.readTextFileSync(calls).split("\n").filter((line) => line !== "").map((line) => JSON.parse(line)),
  };
}
