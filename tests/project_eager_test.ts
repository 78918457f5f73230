import { assert, assertEquals } from "@std/assert";
import { eagerFiles } from "../scripts/bundle.ts";
import { readImports } from "../scripts/import_graph.ts";
import { HOOK_FILE } from "../scripts/source_places.ts";
import { diskTest } from "./disk_test_support.ts";
import { PROJECT } from "./project_files_test_support.ts";

/** What no hook may load before something asks for it: each file of these would make every hook slower. */
const LAZY: readonly (readonly [what: string, pattern: RegExp])[] = [
  ["clients that did not call", /^hooks\/(?!claude\/|hook_(?:clients|names)\.ts$)/],
  [
    "what edits and examines a client's settings",
    /^lib\/settings\/|\/(?:settings|checkup|check_|installer|trust)\w*\.ts$/,
  ],
  ["commands that people type", /^lib\/cli\/(?!(?:hook|may_be_hook|notices|setup)\.ts$)/],
  [
    "readers of what was learned",
    /^lib\/(?:record\/(?:mod|read_exchanges|compaction|session_tools)|learnings\/consolidate)\.ts$/,
  ],
  ["what is told at session start", /\/(?:context_learnings|told_context)\.ts$/],
  ["packages beside the hashes", /^npm:(?!\/?@noble\/hashes@)/],
  ["modules of Node and of the JSR names", /^node:|^lib\/std\//],
];

diskTest("a hook loads at once what a warm Stop runs, and nothing of what only others need", async () => {
  const edges = await readImports(PROJECT, ["main.ts", "lib", "hooks"]);
  assert(edges.some(({ from, to, kind }) => from === "main.ts" && to === HOOK_FILE && kind === "dynamic"));
  const eager = [...eagerFiles(edges, "main.ts"), ...eagerFiles(edges, HOOK_FILE)];
  assert(eager.includes("lib/pipeline.ts") && eager.includes("hooks/claude/reader.ts"));
  for (const [what, pattern] of LAZY) {
    assertEquals(eager.filter((file) => pattern.test(file)), [], what);
    assert(edges.some(({ to }) => pattern.test(to)), `${what}: nothing is called so any more`);
  }
});
