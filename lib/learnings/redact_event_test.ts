import { assertEquals } from "@std/assert";
import type { SessionEvent, Signal } from "../types.ts";
import { redactEvent } from "./redact_event.ts";
import { createRedactor } from "./redaction/redactor.ts";

const REDACTOR = createRedactor({ words: [{ text: "Acme", as: "client" }] });

function signal(of: Signal): SessionEvent {
  return { type: "signal", key: "k", at: null, signal: of };
}

const TABLE: readonly { readonly event: SessionEvent; readonly texts: readonly string[] }[] = [
  {
    event: {
      type: "typed",
      key: "k",
      uuid: null,
      parent: null,
      at: null,
      label: "typed",
      text: "for Acme",
      quoted: [],
      cwd: "/srv/Acme",
    },
    texts: ["for [redacted:client]", "/srv/[redacted:client]"],
  },
  {
    event: { type: "reply", key: "k", at: null, msg: null, text: "done for Acme" },
    texts: ["done for [redacted:client]"],
  },
  {
    event: { type: "evidence", key: "k", at: null, origin: "hook", raw: "hook", text: "Acme" },
    texts: ["[redacted:client]"],
  },
  {
    event: { type: "user-answer", key: "k", at: null, kind: "question", asked: "Acme or not?", text: "Acme" },
    texts: ["[redacted:client] or not?", "[redacted:client]"],
  },
  {
    event: signal({ type: "tool-call", id: "1", name: "Bash", command: "cd Acme", paths: ["/Acme/a", "/b"] }),
    texts: ["cd [redacted:client]", "/[redacted:client]/a"],
  },
  {
    event: signal({ type: "tool-result", id: "1", ok: false, text: "no Acme" }),
    texts: ["no [redacted:client]"],
  },
  {
    event: signal({ type: "tasks", items: [{ id: "1", title: "Call Acme", status: "pending" }] }),
    texts: ["Call [redacted:client]"],
  },
  { event: signal({ type: "task", id: "1", title: "Call Acme" }), texts: ["Call [redacted:client]"] },
];

for (const { event, texts } of TABLE) {
  const name = event.type === "signal" ? `signal ${event.signal.type}` : event.type;
  Deno.test(`redactEvent() leaves no secret in any form of an event: ${name}`, () => {
    const before = JSON.stringify(event);
    const redacted = redactEvent(event, REDACTOR, () => {});
    for (const json of [JSON.stringify(redacted), JSON.stringify(structuredClone(redacted))]) {
      assertEquals(json.includes("Acme"), false, json);
      for (const text of texts) assertEquals(json.includes(text), true, `${text} in ${json}`);
    }
    const copy = redacted.type === "signal" ? { ...redacted, signal: { ...redacted.signal } } : { ...redacted };
    assertEquals(JSON.stringify(copy), JSON.stringify(redacted));
    assertEquals(JSON.stringify(event), before);
  });
}

Deno.test("redactEvent() gives the event itself when nothing in it has to be replaced", () => {
  const calls = [
    signal({ type: "tool-call", id: "1", name: "Bash", command: "make", paths: ["/a"] }),
    signal({ type: "tool-call", id: "1", name: "Read", paths: ["/a"] }),
    signal({ type: "tool-result", id: "1", ok: false, text: "not made" }),
    signal({ type: "tool-result", id: "1", ok: true, text: "" }),
  ];
  for (const event of calls) assertEquals(redactEvent(event, REDACTOR, () => {}) === event, true);
});
