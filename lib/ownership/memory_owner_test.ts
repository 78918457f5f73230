import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { memoryOwner } from "./memory_owner.ts";
import { isLearned, LEARNED_VERDICTS, SKIPPED_VERDICTS, type VerdictKind } from "./verdict.ts";

type Sibling = Parameters<typeof memoryOwner>[0][number];

const owned = (workspace: string, kind: VerdictKind = "owned"): Sibling => ({ workspace, kind });

const CASES: readonly (readonly [name: string, siblings: readonly Sibling[], owner: string | undefined])[] = [
  ["there are no transcripts beside them", [], undefined],
  ["the only transcript is owned", [owned("research")], "research"],
  ["all are owned by one workspace", [owned("research"), owned("research")], "research"],
  ["all are unclaimed and the active workspace learns them", [owned("default", "unclaimed")], "default"],
  [
    "some lie in its roots and some in none, and it learns both",
    [owned("default"), owned("default", "unclaimed")],
    "default",
  ],
  ["two workspaces own one each", [owned("default"), owned("research")], undefined],
  ["one is claimed, by whomever", [owned("research"), owned("research", "claimed")], undefined],
  ["one cannot be placed", [owned("research"), owned("research", "unplaceable-cwd")], undefined],
  ["the user opted out of one", [owned("research"), owned("research", "opted-out")], undefined],
  ["one is a program's", [owned("research"), owned("research", "automation")], undefined],
];

for (const [name, siblings, owner] of CASES) {
  Deno.test(`memoryOwner() gives ${owner === undefined ? "nobody" : `"${owner}"`} the files when ${name}`, () => {
    assertEquals(memoryOwner(siblings), owner);
  });
}

Deno.test("memoryOwner() names a workspace only when every transcript is learned by it, in any order", () => {
  const sibling = fc.record({
    workspace: fc.constantFrom("default", "research"),
    kind: fc.constantFrom(...LEARNED_VERDICTS, ...SKIPPED_VERDICTS),
  });
  fc.assert(fc.property(fc.array(sibling, { maxLength: 5 }), (siblings) => {
    const owner = memoryOwner(siblings);
    const all = siblings.length > 0 && siblings.every(({ kind }) => isLearned(kind)) &&
      new Set(siblings.map(({ workspace }) => workspace)).size === 1;
    assertEquals(owner, all ? siblings[0]?.workspace : undefined);
    assertEquals(memoryOwner([...siblings].reverse()), owner);
  }));
});
