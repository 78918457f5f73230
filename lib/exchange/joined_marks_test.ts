import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { createKnownMarks, holdsMark, MARK_LENGTH } from "./joined_marks.ts";

// Few digits, so that marks begin within others.
const mark = fc.array(fc.constantFrom("0", "1"), { minLength: MARK_LENGTH, maxLength: MARK_LENGTH }).map((digits) =>
  digits.join("")
);

Deno.test("holdsMark() finds the marks that were joined and no others", () => {
  fc.assert(fc.property(fc.array(mark), mark, (marks, other) => {
    assertEquals(holdsMark(marks.join(""), other), marks.includes(other));
    for (const one of marks) assertEquals(holdsMark(marks.join(""), one), true);
  }));
});

Deno.test("createKnownMarks() knows in many runs what it knows in one", () => {
  fc.assert(fc.property(fc.uniqueArray(mark, { minLength: 1 }), fc.nat(), mark, (marks, cut, other) => {
    const at = cut % marks.length;
    const first = createKnownMarks("");
    for (const one of marks.slice(0, at)) first.add(one);
    const second = createKnownMarks(first.joined());
    for (const one of marks.slice(at)) second.add(one);
    assertEquals([second.size, second.joined()], [marks.length, marks.join("")]);
    assertEquals([...marks, other].map((one) => second.has(one)), [...marks.map(() => true), marks.includes(other)]);
  }));
});
