import { assertEquals } from "@std/assert";
import { createGeminiReader } from "./reader.ts";

const line = (content: string) => ({ id: "b", type: "gemini", content });

/** What the reply's message says each time, and the replies that come, each in a run of its own. */
const TOLD: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ["tells a reply again that has grown", ["I will", "I will page by cursor.", "I will page by cursor. Done."], [
    "s1:b I will",
    "s1:b+6 I will page by cursor.",
    "s1:b+22 I will page by cursor. Done.",
  ]],
  ["tells a reply under its own key that was empty at first", ["", "Done."], ["s1:b Done."]],
  ["knows a reply again that is the same or shorter", ["Done.", "Done.", "D"], ["s1:b Done.", "s1:b Done.", "s1:b D"]],
];

for (const [name, texts, expected] of TOLD) {
  Deno.test(`createGeminiReader() ${name}`, () => {
    let reader = createGeminiReader({ sessionId: "s1" });
    const replies = texts.flatMap((text) => {
      const events = reader.read(line(text));
      reader = createGeminiReader({
        sessionId: "s1",
        state: JSON.parse(JSON.stringify(reader.snapshot((one) => one))),
      });
      return events.flatMap((event) => event.type === "reply" ? [`${event.key} ${event.text}`] : []);
    });
    assertEquals(replies, expected);
  });
}

Deno.test("createGeminiReader() tells an earlier reply that has grown under the key that is known", () => {
  const reader = createGeminiReader({ sessionId: "s1" });
  const keys = [line("I will"), { id: "c", type: "user", content: "and now?" }, line("I will page.")]
    .flatMap((row) => reader.read(row).map((event) => "key" in event ? event.key : ""));
  assertEquals(keys, ["s1:b", "s1:c", "s1:b"]);
});
