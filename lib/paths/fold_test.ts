import { assertEquals, assertNotEquals } from "@std/assert";
import { sha256 } from "@noble/hashes/sha2.js";
import { foldApfs, foldNtfs, unpackUpcase } from "./fold.ts";
import { NTFS_UPCASE_SHA256 } from "./ntfs_upcase.ts";

Deno.test("unpackUpcase() gives the table of the volume it was made from, byte for byte", () => {
  const table = unpackUpcase();
  const bytes = new Uint8Array(0x20000);
  const view = new DataView(bytes.buffer);
  for (let unit = 0; unit < 0x10000; unit++) view.setUint16(unit * 2, table.get(unit) ?? unit, true);
  const hex = Array.from(sha256(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
  assertEquals(hex, NTFS_UPCASE_SHA256);
});

const ntfs = [
  ["straße", "STRASSE", false, "nothing expands"],
  ["\u0131", "I", false, "a dotless i is no I"],
  ["\u017f", "S", false, "a long s is no S"],
  ["\u212a", "k", false, "a Kelvin sign is no K"],
  ["é", "e\u0301", false, "nothing is normalised"],
  ["éß", "Éß", true, "Latin-1 folds"],
  ["ωжա", "ΩЖԱ", true, "Greek, Cyrillic and Armenian fold"],
  ["ÿ", "\u0178", true, "a pair crosses blocks"],
  ["\u1f80", "\u1f88", true, "a Greek pair folds that JavaScript expands"],
  ["\ud801\udc28", "\ud801\udc00", false, "surrogates are compared unit by unit"],
  ["\ud800", "\ud800", true, "a lone surrogate is a unit like others"],
] as const;

for (const [a, b, same, when] of ntfs) {
  Deno.test(`foldNtfs() ${same ? "joins" : "parts"} ${JSON.stringify(a)} and ${JSON.stringify(b)} when ${when}`, () => {
    (same ? assertEquals : assertNotEquals)(foldNtfs(a), foldNtfs(b));
  });
}

const apfs = [
  ["Café", "CAFE\u0301", true, "accents are written in two ways"],
  ["\u212b", "å", true, "the Ångström sign decomposes to the letter"],
  ["ΟΔΟΣ", "οδοσ", true, "a sigma ends the word"],
  ["\u0130", "i\u0307", true, "an I has a dot"],
  ["straße", "STRASSE", false, "nothing expands"],
  ["\ud801\udc00", "\ud801\udc28", true, "a pair lies outside the BMP"],
  ["\ud800", "\ud800", true, "a surrogate is alone"],
] as const;

for (const [a, b, same, when] of apfs) {
  Deno.test(`foldApfs() ${same ? "joins" : "parts"} ${JSON.stringify(a)} and ${JSON.stringify(b)} when ${when}`, () => {
    (same ? assertEquals : assertNotEquals)(foldApfs(a), foldApfs(b));
  });
}
