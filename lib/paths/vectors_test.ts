import { assertEquals } from "@std/assert";
import vectors from "../../fixtures/paths/vectors.json" with { type: "json" };
import type { Environment } from "../types.ts";
import { relation } from "./contain.ts";
import { parsePath } from "./parse.ts";
import { translatePath } from "./translate.ts";

const mounts = vectors.tables;

function environmentOf(name: string): Environment {
  if (name === "Win") return { os: "windows" };
  if (name === "Linux") return { os: "linux" };
  if (name === "macOS") return { os: "macos" };
  return { os: "wsl", distro: name.slice("WSL:".length) };
}

for (const vector of vectors.translations) {
  const { id, input, from, to } = vector;
  const ours = "ours" in vector ? vector.ours : undefined;
  const expect = ours ?? vector.expect;
  const outcome = expect === null ? "nothing" : JSON.stringify(expect);
  Deno.test(`vector ${id}: translatePath() gives ${outcome} for ${JSON.stringify(input)} from ${from} to ${to}`, () => {
    const environment = environmentOf(from);
    assertEquals(translatePath(input, { from: environment, to: environmentOf(to), mounts }) ?? null, expect);
    if ("why" in vector) {
      assertEquals<unknown>(parsePath(input, { environment, mounts }), { kind: "unknown", reason: vector.why });
    }
  });
}

for (const { id, path, root, env, expect, caseSensitive = false } of vectors.containments) {
  const volume = caseSensitive ? " (case-sensitive)" : "";
  const texts = `${JSON.stringify(path)} in ${JSON.stringify(root)}`;
  Deno.test(`vector ${id}: relation() is ${expect} for ${texts} on ${env}${volume}`, () => {
    const context = { environment: environmentOf(env), mounts };
    assertEquals(relation(parsePath(root, context), parsePath(path, context), { mounts, caseSensitive }), expect);
  });
}

Deno.test("vector file holds all 161 vectors", () => {
  assertEquals(vectors.translations.length + vectors.containments.length, 161);
});
