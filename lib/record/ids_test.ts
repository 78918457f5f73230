import { createHash } from "node:crypto";
import { assertEquals, assertNotEquals } from "@std/assert";
import fc from "fast-check";
import { exchangeIdOf, learningIdOf, messageIdentityOf, questionIdentity, sha256Hex } from "./ids.ts";

const oracle = (text: string) => createHash("sha256").update(text, "utf-8").digest("hex");

Deno.test("sha256Hex() gives what the platform's SHA-256 gives, for texts and bytes", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    assertEquals(sha256Hex(text), oracle(text));
    assertEquals(sha256Hex(new TextEncoder().encode(text)), oracle(text));
  }));
  assertEquals(sha256Hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
});

Deno.test("exchangeIdOf() begins with the identity of its question", () => {
  fc.assert(fc.property(fc.constantFrom("claude-code", "codex"), fc.string(), (client, key) => {
    const id = exchangeIdOf(client, key);
    assertEquals(id, oracle(`${client}\0${key}`).slice(0, 32));
    assertEquals(questionIdentity(id), messageIdentityOf(client, key));
  }));
});

Deno.test("messageIdentityOf() tells clients apart", () => {
  assertNotEquals(messageIdentityOf("codex", "m1"), messageIdentityOf("cursor", "m1"));
});

Deno.test("learningIdOf() depends on every part, and no part runs into the next", () => {
  const parts = { client: "codex", sessionId: "s", kind: "facts", family: "f", source: "m", counter: 0 } as const;
  const ids = [
    parts,
    { ...parts, client: "cursor" as const },
    { ...parts, sessionId: "s2" },
    { ...parts, kind: "mistakes" as const },
    { ...parts, family: "f2" },
    { ...parts, source: "m2" },
    { ...parts, counter: 1 },
    { ...parts, family: "f\0m", source: "" },
    { ...parts, family: "f", source: "\0m" },
  ].map(learningIdOf);
  assertEquals(new Set(ids).size, ids.length);
  assertEquals(ids.every((id) => /^[0-9a-f]{32}$/.test(id)), true);
});
