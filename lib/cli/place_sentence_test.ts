import { assertEquals } from "@std/assert";
import type { PlacedDirectory } from "../ownership/mod.ts";
import { placeSentence } from "./place_sentence.ts";

const BASE = { recorded: "/srv/kettle", source: "record", overlaps: [] } as const;
const ROOT = { root: "/srv", origin: "root" } as const;

const CASES: readonly (readonly [PlacedDirectory, string])[] = [
  [
    { ...BASE, place: "inside", reason: { ...ROOT, via: "path" } },
    'inside: it lies in the root "/srv" of workspace "default"',
  ],
  [
    { ...BASE, place: "inside", reason: { ...ROOT, origin: "shared", via: "real-path" } },
    'inside: its real path lies in the shared root "/srv" of workspace "default"',
  ],
  [
    { ...BASE, place: "claimed", workspace: "research", reason: { ...ROOT, via: "one-sided-worktree" } },
    'claimed: its .git file leads to a tree, which does not confirm it, in the root "/srv" of workspace "research"',
  ],
  [
    {
      ...BASE,
      place: "claimed",
      workspace: "default",
      staleApproval: true,
      reason: { ...ROOT, origin: "approval", via: "path" },
    },
    'claimed: it lies in the approved project directory "/srv" of workspace "default", but the project file changed or is gone since',
  ],
  [{ ...BASE, place: "outside" }, "outside: it lies in no root of any workspace"],
  [{ ...BASE, place: "unknown", unknown: "relative" }, "unknown: the recorded text is relative"],
  [{ ...BASE, place: "unknown", unknown: "of-a-later-version" }, "unknown: of-a-later-version"],
  [
    { ...BASE, overlaps: ["research", "garden"], place: "inside", reason: { ...ROOT, via: "path" } },
    'inside: it lies in the root "/srv" of workspace "default"; it also lies in a root of "research", "garden", which nobody confirmed',
  ],
];

for (const [placed, sentence] of CASES) {
  Deno.test(`placeSentence() says "${sentence.slice(0, 60)}"`, () => {
    assertEquals(placeSentence(placed, "default"), sentence);
  });
}
