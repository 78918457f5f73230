import { assert, assertEquals } from "@std/assert";
import { findProviderTokens, TOKEN_RULES } from "./provider_tokens.ts";
import { ALNUM, BASE32, BASE64, HEX, providerSamples, random } from "./redaction_test_support.ts";
import type { Span } from "./rule.ts";

function tokens(text: string): Span[] {
  const found: Span[] = [];
  findProviderTokens(text, found);
  return found;
}

Deno.test("findProviderTokens() finds the whole token when it stands alone", () => {
  for (const { type, secret } of providerSamples()) {
    assertEquals(tokens(secret)[0], { start: 0, end: secret.length, type }, `${type}: ${secret}`);
  }
});

Deno.test("TOKEN_RULES have a sample for each beginning", () => {
  const samples = providerSamples();
  for (const rule of TOKEN_RULES) {
    for (const start of rule.starts) {
      const hit = samples.some(({ type, secret }) => type === rule.type && secret.includes(start));
      // The hex digit behind SK and the two characters of a Discord id are drawn by lot.
      assert(hit || /^SK|^[MNO][DTjz]$/.test(start), `${rule.type}: ${start}`);
    }
  }
});

Deno.test("TOKEN_RULES begin with characters that the scan looks at, and name a page", () => {
  for (const { type, starts, source } of TOKEN_RULES) {
    for (const start of starts) assert(/^[A-Za-z0-9_.:/~+=-]{2,}$/.test(start), start);
    assert(/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(type), type);
    assert(source.startsWith("https://"), source);
  }
});

Deno.test("findProviderTokens() finds a token at every position of a text", () => {
  const secret = ["gh", "p_", random(ALNUM, 36)].join("");
  for (let length = 0; length < 64; length++) {
    const before = "the kettle is on ".repeat(4).slice(0, length) + " ";
    assertEquals(tokens(`${before}${secret} end`), [{
      start: before.length,
      end: before.length + secret.length,
      type: "github-token",
    }]);
  }
});

Deno.test("findProviderTokens() takes no token out of a longer word", () => {
  for (
    const text of [
      "risk-" + random(ALNUM, 30),
      "half_" + random(ALNUM, 34),
      random(HEX, 12) + "AIza" + random(ALNUM, 35),
      "X" + ["AK", "IA"].join("") + random(BASE32, 16),
      ["AK", "IA"].join("") + random(BASE32, 24),
      "sk-folding-cube-grid-animation-2",
      "ghp_short",
    ]
  ) assertEquals(tokens(text), [], text);
});

Deno.test("findProviderTokens() finds the secret that follows an access key id", () => {
  const id = ["AK", "IA", random(BASE32, 16)].join("");
  const secret = random(BASE64, 39) + "x";
  for (const between of [",", " ", "\n", " / ", '", "', "\nSecret: "]) {
    assertEquals(tokens(id + between + secret).map(({ type }) => type), ["aws-access-key", "aws-secret-key"], between);
  }
  assertEquals(tokens(`${id} at ${random(HEX, 40)}`).length, 1, "a commit follows");
});

Deno.test("findProviderTokens() looks into no embedded picture", () => {
  const picture = "data:image/png;base64," + random(BASE64, 300) + "/" + ["gh", "p_"].join("") + random(ALNUM, 40);
  assertEquals(tokens(picture.replaceAll("_", "/")), []);
});
