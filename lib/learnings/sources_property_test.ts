import { assert } from "@std/assert";
import fc from "fast-check";
import type { SessionEvent, Signal } from "../types.ts";
import { learningsOf, type PlacedEvent } from "./conversation_test_support.ts";

/** Sentences that rules love, with a word that tells whose they are. */
const PHRASES = [
  "Remember: ZZ run the tests",
  "always ask about ZZ before you commit",
  "from now on use ZZ for that",
  "never push ZZ to main",
  "let's use ZZ instead of npm",
  "be concise about ZZ",
  "my github user is ZZ",
  "we decided on ZZ",
  "fyi the ZZ database is reset nightly",
  "let's leave ZZ for a later release",
  "that won't work with ZZ",
];
const sentence = (word: string) => fc.constantFrom(...PHRASES.map((phrase) => phrase.replace("ZZ", word)));
const own = sentence("OWNWORD");
const foreign = sentence("FOREIGNWORD");

/** A typed message: own sentences, and foreign ones as code, quotation or paste. */
const typed = fc.array(
  fc.oneof(
    own.map((text) => ({ text, pasted: false })),
    foreign.map((text) => ({ text: `\`\`\`\n${text}\n\`\`\``, pasted: false })),
    foreign.map((text) => ({ text: `> ${text}`, pasted: false })),
    foreign.map((text) => ({ text, pasted: true })),
  ),
  { minLength: 1, maxLength: 3 },
).map((parts) => {
  const quoted: { start: number; end: number }[] = [];
  let text = "";
  for (const part of parts) {
    if (text !== "") text += "\n";
    if (part.pasted) quoted.push({ start: text.length, end: text.length + part.text.length });
    text += part.text;
  }
  return { type: "typed" as const, text, quoted };
});
const evidence = foreign.map((text) => ({ type: "evidence" as const, text }));
const SAID = [
  "Done.",
  "You're right, I was wrong about OWNWORD.",
  "Which one do you want?",
  "Created: #12 OWNWORD export.",
  "The root cause is the OWNWORD timer, which starts before the relay is ready.",
];
const reply = fc.oneof(
  fc.constantFrom(...SAID),
  // What a reply cites or shows as code is not its own statement either.
  fc.constantFrom(...SAID).chain((text) =>
    fc.constantFrom("```\n", "> ", "    ", "| ").map((mark) =>
      `Here:\n${mark}${text.replaceAll("OWNWORD", "FOREIGNWORD")}${mark.startsWith("`") ? "\n```" : ""}`
    )
  ),
).map((text) => ({ type: "reply" as const, text }));
const answer = fc.array(fc.oneof(own, foreign.map((text) => `> ${text}`)), { minLength: 1, maxLength: 2 })
  .map((lines) => ({ type: "answer" as const, text: lines.join("\n") }));
/** Structure: its words are the tool record's, whoever wrote them. */
const structure = fc.oneof(
  fc.constantFrom<"pending" | "completed">("pending", "completed").map((status): Signal => ({
    type: "tasks",
    items: [{ id: "1", title: "TOOLWORD task", status }],
  })),
  fc.constant<Signal>({ type: "tool-call", id: "c", name: "Bash", command: "./deploy.sh TOOLWORD && ./smoke.sh" }),
  fc.boolean().map((ok): Signal => ({ type: "tool-result", id: "c", ok, text: "unknown option TOOLWORD" })),
  fc.constant<Signal>({ type: "interrupt" }),
).map((signal) => ({ type: "signal" as const, signal, text: "" }));
const program = own.map((text) => ({ type: "sdk" as const, text: text.replace("OWNWORD", "FOREIGNWORD") }));
const message = fc.oneof(
  ...[typed, structure].map((arbitrary) => ({ weight: 3, arbitrary })),
  ...[evidence, reply, answer, program].map((arbitrary) => ({ weight: 1, arbitrary })),
);

Deno.test("no learning comes from what a client or a program wrote, from a paste, a quotation or a code block (property)", () => {
  fc.assert(fc.property(fc.array(message, { minLength: 1, maxLength: 16 }), (messages) => {
    const foreignKeys = new Set<string>();
    const toolKeys = new Set<string>();
    let exchangeId: string | null = null;
    const events = messages.map((one, index): PlacedEvent => {
      const key = `k${index}`;
      if (one.type === "evidence" || one.type === "sdk") foreignKeys.add(key);
      if (one.type === "signal") toolKeys.add(key);
      if (one.type === "typed" || one.type === "sdk") exchangeId = `e${index}`;
      return { event: eventOf(one, key), exchangeId };
    });
    for (const { source, also = [], text, quote = "", rule } of learningsOf(events)) {
      for (const key of [source, ...also]) assert(!foreignKeys.has(key), `${rule} from ${key}`);
      assert(!`${text}${quote}`.includes("FOREIGNWORD"), `${rule}: ${text}`);
      // What a tool record says is learned from that record only, or names what the user refused.
      const cites = `${text}${quote}`.includes("TOOLWORD") && rule !== "refusal.reason";
      if (cites) assert(toolKeys.has(source), `${rule} from ${source}: ${text}`);
    }
  }));
});

function eventOf(one: Message, key: string): SessionEvent {
  const { type, text } = one;
  if (type === "signal") return { type, key, at: null, signal: one.signal };
  if (type === "reply") return { type, key, at: null, msg: null, text };
  if (type === "answer") return { type: "user-answer", key, at: null, kind: "refusal", asked: "Bash", text };
  if (type === "evidence") return { type, key, at: null, origin: "task-notification", raw: "x", text };
  const label = type === "sdk" ? "sdk" : "typed";
  const quoted = type === "typed" ? one.quoted : [];
  return { type: "typed", key, uuid: key, parent: null, at: null, label, text, quoted, cwd: null };
}

type Message = typeof message extends fc.Arbitrary<infer M> ? M : never;
