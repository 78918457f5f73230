import { assertEquals } from "@std/assert";
import { findCommandPasswords } from "./command_lines.ts";
import { findKeywords } from "./keywords.ts";
import type { Span } from "./rule.ts";
import { replaceSpans } from "./spans.ts";

function without(text: string): string {
  const found: Span[] = [];
  findCommandPasswords(text, { hits: findKeywords(text), found });
  return replaceSpans(text, found).replaceAll("[redacted:password]", "•");
}

const CASES: readonly (readonly [text: string, expected: string])[] = [
  ["curl -u mira:hunter2 https://kettle.dev", "curl -u mira:• https://kettle.dev"],
  ["curl -sSf -u 'mira:hunter2' https://kettle.dev", "curl -sSf -u 'mira:•' https://kettle.dev"],
  [
    "curl -X POST \\\n  --user mira:hunter2 \\\n  https://kettle.dev",
    "curl -X POST \\\n  --user mira:• \\\n  https://kettle.dev",
  ],
  ["curl --user=mira:hunter2 x && curl -u mira:hunter3 y", "curl --user=mira:• x && curl -u mira:• y"],
  ['"command":"curl -u \\"mira:hunter2\\" x"', '"command":"curl -u \\"mira:•\\" x"'],
  ["sshpass -p hunter2 ssh mira@kettle", "sshpass -p • ssh mira@kettle"],
  ["mysql -u root -phunter2 kettle", "mysql -u root -p• kettle"],
  ["mysqldump -h db -u root -p'hunter2' kettle", "mysqldump -h db -u root -p'•' kettle"],
  ["docker login -u mira -p hunter2 kettle.dev", "docker login -u mira -p • kettle.dev"],
  ["redis-cli -h cache -a hunter2 ping", "redis-cli -h cache -a • ping"],
  ["openssl rsa -in key.pem -passin pass:hunter2", "openssl rsa -in key.pem -passin pass:•"],
  ["curl -u $USER:$PASSWORD x", "curl -u $USER:$PASSWORD x"],
  ["curl -u <user>:<password> x", "curl -u <user>:<password> x"],
  ["curl https://kettle.dev -o a:b", "curl https://kettle.dev -o a:b"],
  ["mysql -u root -p kettle", "mysql -u root -p kettle"],
  ["mysql -P 3306 -u root", "mysql -P 3306 -u root"],
  ["curl x\nthen -u mira:hunter2", "curl x\nthen -u mira:hunter2"],
];

for (const [text, expected] of CASES) {
  Deno.test(`findCommandPasswords() leaves ${JSON.stringify(expected)}`, () => assertEquals(without(text), expected));
}
