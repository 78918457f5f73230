/** Texts made to be slow: one part, over and over, up to a megabyte (a quarter of it at every change). */
import { assert, fail } from "@std/assert";
import { createRedactor } from "./redactor.ts";
import { runs } from "../../../tests/runs_test_support.ts";

const redactor = createRedactor({ words: [{ text: "Acme Corp" }, { text: "aa aa" }] });
const MEGABYTE = 1 << 20;
const LENGTH = runs(MEGABYTE / 4, MEGABYTE);

const PARTS = [
  ..."eyJ|-eyJ|eyJhbGciOiJI.|-----BEGIN|-----BEGIN RSA PRIVATE KEY-----|PRIVATE KEY |-----END |a:a@|://a:a@|://a:b|postgres://a:b/"
    .split("|"),
  ..."<private>|</private>|<private |`<private>`|password|password=|password='|password=\\\"|password: |--password |token=a|key|pass"
    .split("|"),
  ..."signature=|?sig=|bearer+|Cookie: a=b; |cookie=|Authorization: Basic |curl -u a:b |mysql -p|openssl -passin pass:"
    .split("|"),
  ..."sk-|ghs_1_-|SG.|1:AA|Q~|MTA0|[redacted:|[redacted:password]|password[0m=|%0Apassword=|aa |Aa1|${PASSWORD:-|Private-Lines: 1|密码是"
    .split("|"),
  ...["-----BEGIN PRIVATE KEY-----\nAAAAAAAAAAAAAAAAAAAA\n", "\\", '"', "\n", " ", "a", "-", "=", "/", "\ud800", "水"],
];

function milliseconds(text: string): number {
  const start = performance.now();
  redactor.redact(text);
  return performance.now() - start;
}

for (const part of PARTS) {
  Deno.test(`redact() takes time in proportion to the length of ${JSON.stringify(part)} repeated`, () => {
    const text = part.repeat(Math.ceil(LENGTH / part.length));
    // Eight times the text would take 64 times as long in quadratic time, again and again; other programs run beside
    // this one.
    const ratios = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      const eighth = milliseconds(text.slice(0, LENGTH / 8));
      const whole = milliseconds(text);
      if (whole < 24 * eighth + LENGTH / 1024) return;
      ratios.push(`${whole.toFixed(0)} ms for ${LENGTH} characters, ${eighth.toFixed(0)} ms for an eighth of them`);
    }
    fail(ratios.join("; "));
  });
}

Deno.test("redact() redacts secrets in a line of sixteen megabytes", () => {
  const secret = "k3Z9".repeat(4 * MEGABYTE);
  const { text } = redactor.redact(`token=${secret} "password": "hunter2"`);
  assert(text.length < 100 && !text.includes("k3Z9") && !text.includes("hunter2"), text.slice(0, 200));
});
