import { assertEquals } from "@std/assert";
import { createSearch, cue, finds, findsAny, hintsOf, holdsAny } from "./cues.ts";

Deno.test("finds() makes the pattern only where a hint stands", () => {
  let made = 0;
  const hot = cue("kettle|pot", () => {
    made++;
    return /\b(?:kettle|pot) is hot\b/;
  });
  assertEquals([finds("the tea is cold", hot), made], [false, 0]);
  assertEquals([finds("the kettle is cold", hot), made], [false, 1]);
  assertEquals([finds("the pot is hot", hot), made], [true, 2]);
});

Deno.test("findsAny(), holdsAny() and hintsOf() read every cue", () => {
  const cues = [cue("tea", () => /tea$/), cue("cup|tea", () => /^cup/)];
  assertEquals(findsAny("cup of tea leaves", cues), true);
  assertEquals(findsAny("a tea leaf", cues), false);
  assertEquals(hintsOf(cues), ["tea", "cup"]);
  assertEquals(holdsAny("a teapot", hintsOf(cues)), true);
});

Deno.test("createSearch() answers the same before and after it is warm", () => {
  const search = createSearch(["c++", "tea?"]);
  const texts = ["c++ now", "ccc", "tea? no", "te", ""];
  const cold = texts.map(search);
  for (let time = 0; time < 100; time++) texts.forEach(search);
  assertEquals(texts.map(search), cold);
  assertEquals(cold, [true, false, true, false, false]);
  assertEquals(Array.from({ length: 300 }, () => createSearch([])("tea")).includes(true), false);
});
