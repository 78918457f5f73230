import { assertEquals } from "@std/assert";
import { chatgptExport } from "../hooks/chatgpt_export/client.ts";
import { claudeExport } from "../hooks/claude_export/client.ts";
import type { ClientModule } from "../lib/types.ts";
import { exportRecords } from "../lib/exports/conversation.ts";

/** What is read of an element, in a line for each message. */
function told(client: ClientModule, element: unknown): readonly string[] | string | undefined {
  const conversation = client.exported?.(element);
  if (conversation === undefined || typeof conversation === "string") return conversation;
  return exportRecords(client.name, conversation).slice(1).map((record) => {
    const { role, text } = record as { role: string; text: string };
    return `${role}: ${text}`;
  });
}

const claude = (...chat_messages: readonly unknown[]) => ({ uuid: "c1", chat_messages });
const block = (sender: string, ...content: readonly unknown[]) => ({
  uuid: `m${sender}${content.length}`,
  sender,
  content,
});
const words = (text: string) => ({ type: "text", text });

const chatgpt = (...nodes: readonly (readonly [string, string | null, unknown])[]) => ({
  id: "k1",
  mapping: Object.fromEntries(nodes.map(([id, parent, message]) => [id, { id, parent, message }])),
});
const said = (role: string, text: string, more: object = {}) => ({
  author: { role },
  content: { content_type: "text", parts: [text] },
  ...more,
});

const CASES: readonly (readonly [string, ClientModule, unknown, readonly string[] | string | undefined])[] = [
  [
    "keeps a turn whose first reply was a tool's alone (https://github.com/yetanotherchris/openwebui-importer/pull/41)",
    claudeExport,
    claude(
      { ...block("human", words("how warm is it?")), uuid: "a" },
      { ...block("assistant", { type: "tool_use", name: "weather", input: {} }), uuid: "b" },
      { ...block("assistant", words("Twenty degrees.")), uuid: "c" },
    ),
    ["human: how warm is it?", "assistant: Twenty degrees."],
  ],
  [
    "reads on over blocks of an unknown type (https://github.com/osteele/claude-chat-viewer/issues/5)",
    claudeExport,
    claude(
      block("human", words("why?"), { type: "hologram", beam: 7 }),
      block("assistant", { type: "hologram" }, 7, null, words("Because.")),
    ),
    ["human: why?", "assistant: Because."],
  ],
  [
    "keeps a turn that is an attachment alone (https://github.com/Superkikim/nexus-ai-chat-importer/pull/76)",
    claudeExport,
    claude({ uuid: "a", sender: "human", text: "", content: [], attachments: [{ file_name: "log.txt" }] }),
    ["human: "],
  ],
  [
    "reads messages without metadata, and no hidden words (https://github.com/danny-avila/LibreChat/pull/15388)",
    chatgptExport,
    chatgpt(
      ["a", null, said("user", "I keep bees", { metadata: { is_user_system_message: true } })],
      ["b", "a", said("user", "what bee is this?")],
      ["c", "b", said("assistant", "A carder bee.", { metadata: null })],
    ),
    ["human: what bee is this?", "assistant: A carder bee."],
  ],
  [
    "needs no children and no root it knows (https://github.com/Nwflower/dsh-chat-import/issues/62)",
    chatgptExport,
    chatgpt(["a", "gone", said("user", "why?")], ["b", "a", said("assistant", "Because.")]),
    ["human: why?", "assistant: Because."],
  ],
  ["takes a conversation in a circle to its end", chatgptExport, {
    ...chatgpt(["a", "b", said("user", "why?")], ["b", "a", said("assistant", "Because.")]),
    current_node: "b",
  }, ["human: why?", "assistant: Because."]],
  ["makes nothing of a conversation without an id", chatgptExport, { mapping: {} }, "no-id"],
  ["makes nothing of the other service's", chatgptExport, claude(), undefined],
  [
    "is not misled by the file's name (https://github.com/Superkikim/nexus-ai-chat-importer/issues/73)",
    claudeExport,
    { id: "k1", mapping: {} },
    undefined,
  ],
];

for (const [name, client, element, expected] of CASES) {
  Deno.test(`exported() of ${client.name} ${name}`, () => assertEquals(told(client, element), expected));
}
