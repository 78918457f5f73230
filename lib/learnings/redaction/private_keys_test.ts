import { assertEquals } from "@std/assert";
import { findKeywords } from "./keywords.ts";
import { findPrivateKeys } from "./private_keys.ts";
import { ALNUM, BASE64, HEX, privateKey, random } from "./redaction_test_support.ts";
import type { Span } from "./rule.ts";
import { replaceSpans } from "./spans.ts";

function without(text: string): string {
  const found: Span[] = [];
  findPrivateKeys(text, { hits: findKeywords(text), found });
  return replaceSpans(text, found).replaceAll("[redacted:private-key]", "•");
}

const KEY = privateKey("RSA PRIVATE KEY", { start: "MIIEow", lines: 12 });
const [HEADER = "", ...BODY] = KEY.split("\n");

Deno.test("findPrivateKeys() takes a whole block, however its lines end", () => {
  for (const lineEnd of ["\n", "\r\n", "\\n", "\\r\\n", "\\\\n", "\n> ", "\n+", "\n    ", " "]) {
    const key = KEY.replaceAll("\n", lineEnd);
    assertEquals(without(`before ${key} after`), "before • after", JSON.stringify(lineEnd));
  }
});

Deno.test("findPrivateKeys() takes blocks of every kind", () => {
  for (
    const label of [
      "PRIVATE KEY",
      "EC PRIVATE KEY",
      "OPENSSH PRIVATE KEY",
      "ENCRYPTED PRIVATE KEY",
      "PGP PRIVATE KEY BLOCK",
    ]
  ) {
    assertEquals(without(privateKey(label, { start: "MIIE" })), "•", label);
  }
  const ssh2 = privateKey("SSH2 ENCRYPTED PRIVATE KEY", { start: "P2/5" }).replaceAll("-----", "---- ").replaceAll(
    / (?=\n|$)/g,
    "",
  );
  assertEquals(without(ssh2.replace(/KEY---- /g, "KEY ----")), "•");
});

Deno.test("findPrivateKeys() takes a block with headers and a listing's line numbers", () => {
  const encrypted = [HEADER, "Proc-Type: 4,ENCRYPTED", "DEK-Info: AES-256-CBC," + random(HEX, 32), "", ...BODY].join(
    "\n",
  );
  assertEquals(without(encrypted), "•");
  const listing = KEY.split("\n").map((line, index) => `${String(index + 1).padStart(6)}→${line}`).join("\n");
  assertEquals(without(listing), "     1→•");
});

Deno.test("findPrivateKeys() takes a block without its end", () => {
  for (let length = HEADER.length + 20; length < KEY.length - 40; length += 7) {
    for (const lineEnd of ["\n", "\r\n", "\\n"]) {
      const cut = KEY.slice(0, length).replaceAll("\n", lineEnd);
      // The line feed at which it was cut may stay.
      assertEquals(without(`key: ${cut}`).replace(/[\r\n]+$|\\n?$/, ""), "key: •", `${length}`);
    }
  }
});

Deno.test("findPrivateKeys() takes a block without its end, and what follows stays", () => {
  const cut = [HEADER, ...BODY.slice(0, 4)].join("\n");
  assertEquals(without(`${cut}\n\n... and so on.`), "•\n\n... and so on.");
  assertEquals(without(`${cut}\n[output truncated]`), "•\n[output truncated]");
  assertEquals(without(`{"key": "${cut.replaceAll("\n", "\\n")}", "user": "mira"}`), '{"key": "•", "user": "mira"}');
  const encrypted = [HEADER, "Proc-Type: 4,ENCRYPTED", "DEK-Info: AES-256-CBC,00", "", ...BODY.slice(0, 4)].join("\n");
  assertEquals(without(encrypted), "•");
});

Deno.test("findPrivateKeys() takes each of several blocks, and no certificate between them", () => {
  const certificate = `-----BEGIN CERTIFICATE-----\n${random(BASE64, 64)}\n-----END CERTIFICATE-----`;
  assertEquals(without(`${KEY}\n${certificate}\n${KEY}\nend`), `•\n${certificate}\n•\nend`);
  const cut = [HEADER, ...BODY.slice(0, 2)].join("\n");
  assertEquals(without(`${cut}\n${certificate}`), `•\n${certificate}`);
});

Deno.test("findPrivateKeys() takes the key lines of a PuTTY file", () => {
  const lines = [random(BASE64, 64), random(BASE64, 64), random(BASE64, 42) + "=="];
  const file = `PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 3\n${lines.join("\n")}\nPrivate-MAC: 00ff`;
  assertEquals(without(file), "PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 3•\nPrivate-MAC: 00ff");
});

Deno.test("findPrivateKeys() leaves what only speaks of keys, and public ones", () => {
  for (
    const text of [
      "It starts with -----BEGIN RSA PRIVATE KEY----- and then come lines.",
      "`-----BEGIN PRIVATE KEY-----`",
      "-----BEGIN PRIVATE KEY-----\n<your key>\n-----END PRIVATE KEY-----",
      `-----BEGIN PUBLIC KEY-----\n${random(BASE64, 64)}\n-----END PUBLIC KEY-----`,
      `the PRIVATE KEY is ${random(ALNUM, 5)}`,
    ]
  ) assertEquals(without(text), text);
});
