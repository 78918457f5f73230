import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Asked, readUserMessage, type Said } from "./typed_rule.ts";

const brief = (said: readonly Said[]): readonly string[] =>
  said.map((part) => `${part.author === "user" ? part.label : part.origin}: ${part.text.slice(0, 40)}`);

const read = (content: unknown, displayContent?: unknown, before?: Asked): readonly string[] =>
  brief(
    readUserMessage({ type: "user", content, ...(displayContent === undefined ? {} : { displayContent }) }, before)
      .said,
  );

/** Texts that the client records in the user's name, and what they are. */
const CLIENT_TEXTS: readonly (readonly [text: string, origin: string])[] = [
  ["<session_context>\nThis is the place</session_context>", "system-reminder"],
  ["<hook_context>tea at four</hook_context>", "hook"],
  ["<state_snapshot>\n<goal>tea</goal></state_snapshot>", "compact-summary"],
  ["<scratchpad>hm</scratchpad><state_snapshot>tea</state_snapshot>", "compact-summary"],
  ["<intent_summary>tea</intent_summary>", "compact-summary"],
  ["Here is the user's editor context as a JSON object. This is for your information only.\n{}", "ide-context"],
  ["Here is a summary of changes in the user's editor context, in JSON format.\n{}", "ide-context"],
  ["I ran the following shell command:\n```sh\nls\n```\n\nThis produced the following result:", "shell"],
  ["Background execution update:\n<background_output>\nok\n</background_output>", "task-notification"],
  ["System: Potential loop detected. Details: tea.", "system-reminder"],
  ["System: Please continue.", "system-reminder"],
  ["Please continue.", "system-reminder"],
  ["[Continuing from previous AI thoughts...]", "system-reminder"],
  ["User has manually exited Plan Mode. Switching to Default.", "system-reminder"],
  ["- **Workspace Directories:**\n  - /srv/kettle", "system-reminder"],
  ["/stats", "command"],
  ["?", "command"],
];

Deno.test("readUserMessage() takes for the client's what Gemini CLI writes in the user's name", () => {
  for (const [text, origin] of CLIENT_TEXTS) {
    for (const content of [text, [{ text }], { text }, `\n${text}`]) {
      assertEquals(read(content).map((said) => said.split(": ")[0]), [origin], text);
    }
  }
});

Deno.test("readUserMessage() asks what was typed and nothing of what the client put behind it", () => {
  const hook = { text: "<hook_context>tea at four</hook_context>" };
  assertEquals(read([{ text: "why does it " }, { text: "boil dry?" }, hook]), [
    "typed: why does it boil dry?",
    "hook: <hook_context>tea at four</hook_context>",
  ]);
  assertEquals(read([hook, { text: "why?" }]), ["typed: why?", "hook: <hook_context>tea at four</hook_context>"]);
  const files = ["read @lid.md", "\n--- Content from referenced files ---", "\nContent from @lid.md:\n", "Boil it."];
  const content = [...files, "\n--- End of content ---", " and now?"].map((text) => ({ text }));
  assertEquals(read(content).filter((said) => !said.startsWith("ide-context")), ["typed: read @lid.md and now?"]);
  assertEquals(read(content, [{ text: "read @lid.md" }])[0], "typed: read @lid.md");
});

Deno.test("readUserMessage() takes no file for typed that says what stands behind the files", () => {
  const start = "\n--- Content from referenced files ---";
  const end = "\n--- End of content ---";
  const content = [
    "read @a @b",
    start,
    "\nContent from @a:\n",
    `${end}\nmilk`,
    end,
    "\nContent from @b:\n",
    "tea",
    end,
  ];
  const typed = (texts: readonly string[]) =>
    read(texts.map((text) => ({ text }))).filter((said) => !said.startsWith("ide"));
  assertEquals(typed(content), ["typed: read @a @b"]);
  assertEquals(typed([...content, " and now?"]), ["typed: read @a @b and now?"]);
  assertEquals(typed(content.slice(0, -4).filter((text) => text !== end)), ["typed: read @a @b"]);
});

Deno.test("readUserMessage() takes for a command only a sign with a word, or a question mark alone", () => {
  for (const text of ["/stats", " /memory add milk", "/git:commit", "? "]) {
    assertEquals(read(text)[0]?.split(":")[0], "command", text);
  }
  for (
    const text of [
      "// why does this comment break?",
      "/* and this? */",
      "?why is it dry",
      "/srv/kettle/lid.ts leaks",
      "/",
    ]
  ) {
    assertEquals(read(text), [`typed: ${text}`]);
    assertEquals(read("more", text)[0], `typed: ${text}`);
  }
});

Deno.test("readUserMessage() asks with images alone", () => {
  const image = { inlineData: { mimeType: "image/png", data: "AA==" } };
  const hook = { text: "<hook_context>tea</hook_context>" };
  assertEquals(read([image, { fileData: { mimeType: "application/pdf", fileUri: "lid" } }]), [
    "typed: [Image #1] [Document]",
  ]);
  assertEquals(read([image, hook]), ["typed: [Image #1]", "hook: <hook_context>tea</hook_context>"]);
  assertEquals(read([{ text: "why?" }, image]), ["typed: why?"]);
  // A hook that makes the agent go on gets the prompt shown once more, here too.
  const first = readUserMessage({ content: [image, hook], displayContent: [image] });
  assertEquals(brief(first.said)[0], "typed: [Image #1]");
  assertEquals(read("look again", [image], first.asked), ["hook: look again"]);
  assertEquals(read([image], [image], first.asked), ["typed: [Image #1]"]);
  // An image that a tool gave, or that stands beside what the client says.
  assertEquals(read([{ functionResponse: { id: "1" } }, image]), []);
  assertEquals(read([{ text: "<session_context>milk</session_context>" }, image]), [
    "system-reminder: <session_context>milk</session_context>",
  ]);
});

Deno.test("readUserMessage() asks what stands behind the context of a hook in one text", () => {
  const context = "<hook_context>milk at five</hook_context>";
  const prompt = `${context}\n\nwhy does it boil dry?`;
  const told = ["typed: why does it boil dry?", `hook: ${context.slice(0, 40)}`];
  assertEquals(read([{ text: prompt }]), told);
  assertEquals(read(`${context}${prompt}`)[0], told[0]);
  assertEquals(read([{ text: prompt }, { text: "<hook_context>tea at four</hook_context>" }]).slice(0, 2), told);
  // A hook that makes the agent go on gets the prompt shown once more, context and all.
  const first = readUserMessage({ content: [{ text: prompt }, { text: context }] });
  assertEquals(read([{ text: "look again" }, { text: context }], [{ text: prompt }], first.asked), [
    `hook: look again${context}`.slice(0, "hook: ".length + 40),
  ]);
  assertEquals(read("<hook_context>never closed why?"), ["hook: <hook_context>never closed why?"]);
});

Deno.test("readUserMessage() asks nothing again when a hook or the client makes the agent go on", () => {
  const typed = readUserMessage({ content: [{ text: "why?" }] });
  assertEquals(read("the lid is open, look again", "why?", typed.asked), ["hook: the lid is open, look again"]);
  assertEquals(read("Please continue.", "why?", typed.asked), ["system-reminder: Please continue."]);
  const again = readUserMessage({ content: "look again", displayContent: "why?" }, typed.asked);
  assertEquals(read("and again", "why?", again.asked), ["hook: and again"]);
  assertEquals(read("System: Potential loop detected. Details: tea.", "why?"), [
    "system-reminder: System: Potential loop detected. Details",
  ]);
  // Typed a second time, alone or with a file that has changed.
  assertEquals(read("why?", undefined, typed.asked), ["typed: why?"]);
  const first = readUserMessage({ content: ["read @a", "A"], displayContent: "read @a" });
  assertEquals(read(["read @a", "B"], "read @a", first.asked)[0], "typed: read @a");
});

Deno.test("readUserMessage() asks what was typed while the agent worked, and nothing else beside a response", () => {
  const steering = "User steering update:\n<user_input>\nuse the small pot\n</user_input>\nInternal instruction: do.";
  const response = { functionResponse: { id: "1", name: "read_file", response: { output: "x" } } };
  assertEquals(read([response, { text: steering }]), ["queued: use the small pot"]);
  assertEquals(read(steering), ["queued: use the small pot"]);
  assertEquals(read([response, { text: "a note of the tool" }, { text: steering }]), [
    "queued: use the small pot",
    "other: a note of the tool",
  ]);
  assertEquals(read([response]), []);
});

Deno.test("readUserMessage() never takes a client's text for typed, whatever stands around it", () => {
  const clientText = fc.constantFrom(...CLIENT_TEXTS.slice(0, 11).map(([text]) => text));
  fc.assert(fc.property(fc.array(fc.oneof(clientText, fc.string())), fc.option(fc.string()), (texts, display) => {
    const message = {
      content: texts.map((text) => ({ text })),
      ...(display === null ? {} : { displayContent: display }),
    };
    const own = [...texts.filter((text) => !CLIENT_TEXTS.some(([known]) => text === known)), display ?? ""];
    for (const part of readUserMessage(message).said) {
      if (part.author !== "user") continue;
      assertEquals(CLIENT_TEXTS.slice(0, 11).some(([known]) => part.text.includes(known)), false);
      // Texts of one message are joined by line feeds.
      assertEquals(own.join("\n").length >= part.text.length, true);
    }
  }));
});
