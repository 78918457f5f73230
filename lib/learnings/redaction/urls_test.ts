import { assertEquals } from "@std/assert";
import type { Span } from "./rule.ts";
import { ALNUM, HEX, random } from "./redaction_test_support.ts";
import { replaceSpans } from "./spans.ts";
import { findUrlCredentials } from "./urls.ts";

function without(text: string): string {
  const found: Span[] = [];
  findUrlCredentials(text, found);
  return replaceSpans(text, found).replaceAll("[redacted:url/credentials]", "•");
}

Deno.test("findUrlCredentials() takes user and password and keeps the rest", () => {
  const cases = [
    ["postgres://mira:hunter2@db:5432/kettle?ssl=1", "postgres://•@db:5432/kettle?ssl=1"],
    ["https://mira:hunter2@kettle.dev", "https://•@kettle.dev"],
    ["'https://mira:hunter2@kettle.dev/a'", "'https://•@kettle.dev/a'"],
    ["amqp://mira:p%40ss@mq/%2f", "amqp://•@mq/%2f"],
    ["smtp://mira@kettle.dev:hunter2@mail:25", "smtp://•@mail:25"],
    ["mysql://mira:pa/ss#w?rd@db/kettle", "mysql://•@db/kettle"],
    ["redis://:hunter2@cache:6379", "redis://•@cache:6379"],
    ["ftp://mira:test@files.kettle.dev", "ftp://•@files.kettle.dev"],
    ["mongodb://mira:hunter2@a:1,b:2/kettle", "mongodb://•@a:1,b:2/kettle"],
    ["jdbc:mysql://mira:hunter2@db/kettle", "jdbc:mysql://•@db/kettle"],
    [
      "git clone https://mira:hunter2@kettle.dev/a.git https://mira:hunter3@kettle.dev/b.git",
      "git clone https://•@kettle.dev/a.git https://•@kettle.dev/b.git",
    ],
    ["见https://mira:hunter2@kettle.dev。", "见https://•@kettle.dev。"],
  ] as const;
  for (const [text, expected] of cases) assertEquals(without(text), expected);
});

Deno.test("findUrlCredentials() takes a user name that is a token", () => {
  const token = random(HEX, 40);
  assertEquals(without(`https://${token}@github.com/a`), "https://•@github.com/a");
  assertEquals(without(`https://${token}:@github.com/a`), "https://•@github.com/a");
  assertEquals(without(`https://${token}:x-oauth-basic@github.com/a`), "https://•@github.com/a");
  assertEquals(without(`https://${random(ALNUM, 24)}:x@kettle.dev/a`), "https://•@kettle.dev/a");
});

Deno.test("findUrlCredentials() leaves URLs without credentials, and stand-ins", () => {
  for (
    const text of [
      "https://kettle.dev/@mira/pot?to=a@b.c#x@y",
      "http://localhost:3000/@vite/client",
      "http://localhost:3000,mira@kettle.dev",
      "postgres://localhost:5432/kettle@2",
      "ssh://git@github.com/mira/kettle.git",
      "https://user:password@kettle.dev",
      "https://<user>:<password>@kettle.dev",
      "https://${USER}:${PASSWORD}@kettle.dev",
      "https://{user}:{password}@kettle.dev",
      "https://$USER:$PASS@kettle.dev",
      "https://mira:***@kettle.dev",
      "https://mira:xxxx@kettle.dev",
      "postgres://postgres:postgres@db/kettle",
      "a:b@c, mailto:mira@kettle.dev, git@github.com:mira/kettle.git",
      "://",
      "x://:@",
      "x://@",
      "x://a:@b",
    ]
  ) assertEquals(without(text), text);
});
