import { assert } from "@std/assert";
import fc from "fast-check";
import type { SessionEvent, TypedEvent } from "../types.ts";
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
const reply = fc.constantFrom(
  "Done.",
  "You're right, I was wrong about OWNWORD.",
  "Which one do you want?",
  "Created: #12 OWNWORD export.",
).map((text) => ({ type: "reply" as const, text }));
const program = own.map((text) => ({ type: "sdk" as const, text: text.replace("OWNWORD", "FOREIGNWORD") }));
const message = fc.oneof({ weight: 3, arbitrary: typed }, evidence, reply, program);

Deno.test("no learning comes from what a client or a program wrote, from a paste, a quotation or a code block (property)", () => {
  fc.assert(fc.property(fc.array(message, { minLength: 1, maxLength: 12 }), (messages) => {
    const foreignKeys = new Set<string>();
    let exchangeId: string | null = null;
    const events = messages.map((one, index): PlacedEvent => {
      const key = `k${index}`;
      if (one.type === "evidence" || one.type === "sdk") foreignKeys.add(key);
      if (one.type === "typed" || one.type === "sdk") exchangeId = `e${index}`;
      return { event: eventOf(one, key), exchangeId };
    });
    for (const { source, also = [], text, quote = "", rule } of learningsOf(events)) {
      for (const key of [source, ...also]) assert(!foreignKeys.has(key), `${rule} from ${key}`);
      assert(!`${text}${quote}`.includes("FOREIGNWORD"), `${rule}: ${text}`);
    }
  }));
});

function eventOf(
  one: {
    readonly type: "typed" | "sdk" | "evidence" | "reply";
    readonly text: string;
    readonly quoted?: TypedEvent["quoted"];
  },
  key: string,
): SessionEvent {
  const { type, text } = one;
  if (type === "reply") return { type, key, at: null, msg: null, text };
  if (type === "evidence") return { type, key, at: null, origin: "task-notification", raw: "x", text };
  const label = type === "sdk" ? "sdk" : "typed";
  return { type: "typed", key, uuid: key, parent: null, at: null, label, text, quoted: one.quoted ?? [], cwd: null };
}
