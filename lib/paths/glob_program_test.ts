import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { compileProgram, matchesUpTo } from "./glob_program.ts";

/** The same by trying everything; knows no braces. */
function naive(pattern: string, text: string, atNameStart = true): boolean {
  if (pattern === "") return text === "";
  if (pattern === "/**") return text === "" || text.startsWith("/");
  if (atNameStart && pattern === "**") return true;
  if (atNameStart && pattern.startsWith("**/")) {
    const rest = pattern.slice(3);
    return naive(rest, text) || Array.from(text).some((c, at) => c === "/" && naive(rest, text.slice(at + 1)));
  }
  const stars = /^\*+/.exec(pattern)?.[0].length ?? 0;
  if (stars > 0) {
    const rest = pattern.slice(stars);
    const least = atNameStart && (rest === "" || rest.startsWith("/")) ? 1 : 0;
    const name = text.split("/", 1)[0] ?? "";
    return Array.from({ length: name.length + 1 }, (_, taken) => taken)
      .some((taken) => taken >= least && naive(rest, text.slice(taken), false));
  }
  const head = pattern.charAt(0);
  const fits = text !== "" && (head === "?" ? !text.startsWith("/") : text.startsWith(head));
  return fits && naive(pattern.slice(1), text.slice(1), head === "/");
}

function prefixes(text: string): string[] {
  return Array.from({ length: text.length + 1 }, (_, end) => text.slice(0, end))
    .filter((_, end) => end === text.length || text[end] === "/");
}

Deno.test("matchesUpTo() agrees with trying everything when patterns and paths are small", () => {
  const part = fc.constantFrom("a", "b", "*", "?", "**", "a*", "*b", "ab", "a**", "***", "");
  const pattern = fc.tuple(fc.constantFrom("", "/"), fc.array(part, { minLength: 1, maxLength: 3 })).map((
    [lead, parts],
  ) => lead + parts.join("/"));
  const text = fc.array(fc.constantFrom("a", "b", "/"), { maxLength: 5 }).map((characters) => characters.join(""));
  fc.assert(
    fc.property(pattern, text, (glob, path) => {
      const expected = prefixes(path).some((prefix) => naive(glob, prefix));
      assertEquals(matchesUpTo(compileProgram(glob), path), expected);
    }),
    { numRuns: 10_000 },
  );
});

Deno.test("matchesUpTo() needs a whole name when it stops at an ancestor", () => {
  const program = compileProgram("/srv/a");
  assertEquals(["/srv/a", "/srv/a/b", "/srv/ab", "/srv"].map((text) => matchesUpTo(program, text)), [
    true,
    true,
    false,
    false,
  ]);
});

Deno.test("matchesUpTo() counts no match shorter than the root when one is given", () => {
  const program = compileProgram("C:");
  assertEquals([2, 3].map((root) => matchesUpTo(program, "C:/x", { root })), [true, false]);
});

Deno.test("matchesUpTo() stays quick when the pattern is made to hurt", () => {
  const text = `/${"a".repeat(2000)}`;
  for (
    const pattern of [
      "**/" + "*a".repeat(60) + "b",
      "**/".repeat(60) + "b",
      `**/${"{a,aa}".repeat(60)}b`,
      "{".repeat(1000) + ",}".repeat(1000) + "b",
    ]
  ) {
    assertEquals(matchesUpTo(compileProgram(pattern), text), false);
  }
});
