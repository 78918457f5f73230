import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { createCopyFinder, textsOf } from "../copied_text_test_support.ts";
import { canAskGit, PROJECT, projectFiles, projectText } from "../project_files_test_support.ts";

/** Real conversations of other people, beside the project on some machines. */
const CORPUS = new URL("../shared/corpus/", PROJECT);

/** Shortest run of characters that counts as copied. */
const LENGTH = 80;

/** What transcripts of so many different projects have in common was written by a client, not by a person. */
const COMMON = 3;

const hasCorpus = canAskGit && isThere(CORPUS);

Deno.test({
  name: `fixtures hold no text of real conversations${
    hasCorpus ? "" : " (ignored: there is no corpus to compare with)"
  }`,
  ignore: !hasCorpus,
  fn() {
    const fixtures = projectFiles().filter((path) => path.startsWith("fixtures/"));
    assert(fixtures.length > 0);
    const finder = createCopyFinder(new Set(fixtures.flatMap((path) => textsOf(projectText(path)))), LENGTH);
    for (const { text, source } of corpusTexts(CORPUS)) finder.compare(text, source);
    const copied = finder.copies().filter(({ text, sources }) => sources.length < COMMON && isSpeech(text));
    assertEquals(copied.map(({ text, sources }) => `${JSON.stringify(text.slice(0, 100))} (${sources})`), []);
  },
});

Deno.test("createCopyFinder() finds every common run of the length, wherever it stands, and no shorter one", () => {
  const text = fc.string({ maxLength: 60 });
  fc.assert(fc.property(text, text, text, text, fc.integer({ min: 7, max: 14 }), (a, b, c, d, length) => {
    // Letters that occur nowhere else make the run known.
    const run = "0123456789".slice(0, length).padEnd(length, "x");
    const strip = (part: string) => part.replace(/[0-9x]/g, "");
    const finder = createCopyFinder([strip(a) + run + "<" + strip(b)], 10);
    finder.compare(strip(c) + run + ">" + strip(d), "there");
    const found = finder.copies().some((copy) => copy.text.includes(run));
    if (length >= 10) assert(found);
    else assert(finder.copies().every((copy) => copy.text.length >= 10));
  }));
});

Deno.test("textsOf() gives the strings of JSON, of JSON lines, and the lines of anything else", () => {
  assertEquals(textsOf('{"a":["x",{"b":"y"}],"c":1}'), ["x", "y"]);
  assertEquals(textsOf('{"a":"x"}\nnot json\n["y"]'), ["x", "not json", "y"]);
});

/** Every string of the corpus with the project it is from: the second folder. */
function* corpusTexts(directory: URL, source: readonly string[] = []): Generator<{ text: string; source: string }> {
  for (const entry of Deno.readDirSync(directory)) {
    const url = new URL(encodeURIComponent(entry.name) + (entry.isDirectory ? "/" : ""), directory);
    if (entry.isDirectory) yield* corpusTexts(url, [...source, entry.name]);
    else if (source.length > 0) {
      for (const text of textsOf(Deno.readTextFileSync(url))) yield { text, source: source.slice(0, 2).join("/") };
    }
  }
}

/** Spaces, rules and padding are nobody's words. */
function isSpeech(text: string): boolean {
  return new Set(text).size >= 8;
}

function isThere(url: URL): boolean {
  try {
    return Deno.statSync(url).isDirectory;
  } catch {
    return false;
  }
}
