/** Texts made to be slow: one part, over and over, up to a megabyte. */
import { assert } from "@std/assert";
import { createRedactor } from "./redactor.ts";

const redactor = createRedactor({ words: [{ text: "Acme Corp" }, { text: "aa aa" }] });
const MEGABYTE = 1 << 20;

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
    const text = part.repeat(Math.ceil(MEGABYTE / part.length));
    const eighth = milliseconds(text.slice(0, MEGABYTE / 8));
    const whole = milliseconds(text);
    // Eight times the text would take 64 times as long in quadratic time; other programs run beside this one.
    assert(whole < 24 * eighth + 1000, `${eighth.toFixed(0)} ms for 128 KiB, ${whole.toFixed(0)} ms for 1 MiB`);
  });
}

Deno.test("redact() redacts secrets in a line of sixteen megabytes", () => {
  const secret = "k3Z9".repeat(4 * MEGABYTE);
  const { text } = redactor.redact(`token=${secret} "password": "hunter2"`);
  assert(text.length < 100 && !text.includes("k3Z9") && !text.includes("hunter2"), text.slice(0, 200));
});
