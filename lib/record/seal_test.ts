import { createHmac } from "node:crypto";
import { assertEquals, assertMatch } from "@std/assert";
import fc from "fast-check";
import type { LearningRow } from "./learning_rows.ts";
import type { RawRow } from "./read_rows.ts";
import { sealRow, verifySeal } from "./seal.ts";
import { sortedJson } from "./sorted_json.ts";

const KEY = new Uint8Array(32).fill(1);
const ROW: LearningRow = {
  id: "r1",
  kind: "preferences",
  createdAt: "2026-10-26T09:00:00.000Z",
  payload: { text: "Use pnpm.", confidence: 0.95 },
  provenance: { client: "codex", messageUuids: ["m1"] },
};
const raw = (row: LearningRow): RawRow => JSON.parse(JSON.stringify(row));

Deno.test("sealRow() is HMAC-SHA-256 over the row without its seal, keys sorted", () => {
  const sealed = sealRow(ROW, KEY);
  const text = '{"createdAt":"2026-10-26T09:00:00.000Z","id":"r1","kind":"preferences",' +
    '"payload":{"confidence":0.95,"text":"Use pnpm."},"provenance":{"client":"codex","messageUuids":["m1"]}}';
  assertEquals(sealed.provenance.seal, createHmac("sha256", KEY).update(text).digest("hex").slice(0, 16));
  assertMatch(sealed.provenance.seal ?? "", /^[0-9a-f]{16}$/);
  assertEquals(sealRow(sealed, KEY), sealed);
});

Deno.test("verifySeal() holds for the row in any order of keys, and for nothing else", () => {
  const sealed = raw(sealRow(ROW, KEY));
  assertEquals(verifySeal(sealed, KEY), true);
  const turned = Object.fromEntries(Object.entries(sealed).reverse());
  assertEquals(verifySeal(turned, KEY), true);
  assertEquals(verifySeal(sealed, new Uint8Array(32).fill(2)), false);
  assertEquals(verifySeal(raw(ROW), KEY), false);
  const provenance = sealed.provenance as RawRow;
  const FORGED: readonly RawRow[] = [
    { ...sealed, id: "r2" },
    { ...sealed, payload: { text: "Use npm." } },
    { ...sealed, added: 1 },
    { ...sealed, provenance: { ...provenance, workspace: "other" } },
    { ...sealed, provenance: { ...provenance, seal: "0".repeat(16) } },
    { ...sealed, provenance: { ...provenance, seal: 7 } },
    { ...sealed, provenance: undefined },
  ];
  for (const row of FORGED) assertEquals(verifySeal(row, KEY), false);
});

Deno.test("sortedJson() is JSON and does not depend on the order of keys", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    const json = JSON.stringify(value);
    assertEquals(JSON.parse(sortedJson(value)), JSON.parse(json));
  }));
  fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
    assertEquals(sortedJson(Object.fromEntries(Object.entries(object).reverse())), sortedJson(object));
  }));
  assertEquals(sortedJson({ b: 1, a: undefined, "ä": 2, B: 3 }), '{"B":3,"b":1,"ä":2}');
});
