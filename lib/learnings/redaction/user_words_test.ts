import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { createRedactor } from "./redactor.ts";
import { createWordFinder, type UserWord } from "./user_words.ts";

function redact(text: string, ...words: UserWord[]): string {
  return createRedactor({ words }).redact(text).text;
}

const ACME = { text: "Acme Corp", as: "client" };

Deno.test("createWordFinder() finds a word in any case, and at boundaries only", () => {
  const cases = [
    ["for Acme Corp.", "for [redacted:client]."],
    ["ACME CORP, acme corp", "[redacted:client], [redacted:client]"],
    ["Acme  Corp and Acme\nCorp", "[redacted:client] and [redacted:client]"],
    ["Acme Corporate, Macme Corp", "Acme Corporate, Macme Corp"],
    ["(Acme Corp)/Acme Corp's", "([redacted:client])/[redacted:client]'s"],
    ["给Acme Corp的报告", "给[redacted:client]的报告"],
    ["_Acme Corp_ acme corp2", "_[redacted:client]_ [redacted:client]2"],
    ["ÁAcme Corp", "ÁAcme Corp"],
  ] as const;
  for (const [text, expected] of cases) assertEquals(redact(text, ACME), expected);
});

Deno.test("createWordFinder() finds a word inside of names in camel, snake and kebab case", () => {
  const word = { text: "acme", as: "client" };
  assertEquals(
    redact("AcmeClient getAcmeUser acme_api acme-web /srv/acme/x.ts", word),
    [
      "[redacted:client]Client",
      "get[redacted:client]User",
      "[redacted:client]_api",
      "[redacted:client]-web",
      "/srv/[redacted:client]/x.ts",
    ].join(" "),
  );
  assertEquals(redact("placmeat acmes ACMES", word), "placmeat acmes ACMES");
  // Redaction that eats a word inside of words does damage: itlackey/akm#962.
  assertEquals(redact("improved, improvement", { text: "improve" }), "improved, improvement");
});

Deno.test("createWordFinder() needs no boundary in scripts without blanks", () => {
  assertEquals(redact("我们的水壶公司很大", { text: "水壶公司", as: "client" }), "我们的[redacted:client]很大");
  assertEquals(redact("ケトル社は", { text: "ケトル社", as: "client" }), "[redacted:client]は");
  assertEquals(redact("주전자는 크다", { text: "주전자", as: "client" }), "[redacted:client]는 크다");
  assertEquals(redact("กาต้มน้ำใหญ่", { text: "กาต้มน้ำ", as: "client" }), "[redacted:client]ใหญ่");
});

Deno.test("createWordFinder() takes words with signs, digits and accents as they are", () => {
  assertEquals(
    redact("see C++ (v1.2) $x", { text: "C++" }, { text: "(v1.2)" }, { text: "$x" }),
    "see [redacted:word] [redacted:word] [redacted:word]",
  );
  assertEquals(redact("pot7, pot77", { text: "pot7" }), "[redacted:word], pot77");
  assertEquals(
    redact("Zoë, ZOË, Zoe\u0308, Zoe", { text: "Zoë", as: "person" }),
    "[redacted:person], [redacted:person], [redacted:person], Zoe",
  );
  assertEquals(redact("Straße 7", { text: "straße" }), "[redacted:word] 7");
  assertEquals(redact("a😀b", { text: "😀" }), "a[redacted:word]b");
});

Deno.test("createWordFinder() prefers the longer word, and falls back to the shorter", () => {
  const words = [{ text: "Acme", as: "short" }, { text: "Acme Corp", as: "long" }];
  assertEquals(redact("Acme Corp, Acme Corporate", ...words), "[redacted:long], [redacted:short] Corporate");
});

Deno.test("createWordFinder() ignores empty words and names no word in its type", () => {
  assertEquals(createWordFinder([]), undefined);
  assertEquals(createWordFinder([{ text: " " }, { text: "" }]), undefined);
  assertEquals(redact("a kettle", { text: "kettle", as: "my Kettle" }), "a [redacted:word]");
  assertEquals(redact("a kettle", { text: "kettle", as: "] \n[x" }), "a [redacted:x]");
  assertEquals(redact("a kettle", { text: "kettle", as: "" }), "a [redacted:word]");
  assertEquals(
    redact("a kettle, a pot", { text: "kettle", as: "pot" }, { text: "pot" }),
    "a [redacted:word], a [redacted:word]",
  );
});

Deno.test("redact() counts a type of any name", () => {
  const { byType } = createRedactor({ words: [{ text: "kettle", as: "__proto__" }] }).redact("a kettle");
  assertEquals(Object.entries(byType), [["__proto__", 1]]);
});

Deno.test("createWordFinder() finds a word alone between blanks, whatever it is (property)", () => {
  const anyWord = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }).filter((word) =>
    word.trim() !== "" && !/redacted|word/i.test(word) && word.trim() === word.trim().normalize("NFC")
  );
  fc.assert(fc.property(anyWord, (text) => {
    assertEquals(redact(` ${text.trim()} `, { text, as: "it-was" }).includes("[redacted:"), true);
  }));
});
