import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { brokenLineDirectories } from "./broken_line.ts";

Deno.test("brokenLineDirectories() finds a path however the line around it is broken", () => {
  const junk = fc.string({ maxLength: 20 }).filter((text) => !/["\\]/.test(text));
  fc.assert(fc.property(junk, fc.string({ minLength: 1, maxLength: 40 }), junk, (before, path, after) => {
    const text = `{"type":"user","uuid":"${before}"cwd":${JSON.stringify(path)},"message":{${after}`;
    assertEquals(brokenLineDirectories(text), [path]);
  }));
});

Deno.test("brokenLineDirectories() takes no text inside of a string for a property, and no path that breaks off", () => {
  const inner = JSON.stringify({ text: JSON.stringify({ cwd: "/srv/research" }) });
  for (const text of [inner.slice(0, -1), '{"cwd":"/srv/res', '{"cwd":17,', '{"cwd":"\\u12"}', "", '"cwd":""']) {
    assertEquals(brokenLineDirectories(text), [], text);
  }
});

Deno.test("brokenLineDirectories() takes linear time and a bounded number", () => {
  const many = Array.from({ length: 1000 }, (_, n) => `"cwd":"/srv/${n}"`).join(",");
  assertEquals(brokenLineDirectories(many).length, 16);
  const start = performance.now();
  brokenLineDirectories(`${'"cwd":"'.repeat(200_000)}`);
  brokenLineDirectories(`"cwd":"${"\\".repeat(1_000_001)}`);
  assert(performance.now() - start < 5000);
});
