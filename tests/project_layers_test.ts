import { assertEquals, assertMatch } from "@std/assert";
import { type ImportEdge, readImports } from "../scripts/import_graph.ts";
import { layerFaults } from "../scripts/layer_rules.ts";
import { diskTest, withTemporaryDirectory } from "./disk_test_support.ts";

type Row = readonly [from: string, to: string, kind?: ImportEdge["kind"]];

function edges(rows: readonly Row[]): ImportEdge[] {
  return rows.map(([from, to, kind], index) => ({ from, to, kind: kind ?? "static", line: index + 1 }));
}

const WRONG: readonly (readonly [rows: readonly Row[], path: string, line: number, message: RegExp])[] = [
  [[["lib/record/a.ts", "hooks/clients.ts"]], "lib/record/a.ts", 1, /client-neutral/],
  [[["lib/record/a.ts", "hooks/claude/records.ts", "type"]], "lib/record/a.ts", 1, /client-neutral/],
  [[["lib/pipeline.ts", "hooks/clients.ts", "dynamic"]], "lib/pipeline.ts", 1, /client-neutral/],
  [[["lib/record/a.ts", "lib/cli/learn.ts"]], "lib/record/a.ts", 1, /out of lib\/cli/],
  [[["lib/cli/learn.ts", "hooks/claude/client.ts"]], "lib/cli/learn.ts", 1, /hooks\/installers\.ts only/],
  [[["lib/cli/learn.ts", "hooks/claude/client.ts", "dynamic"]], "lib/cli/learn.ts", 1, /hooks\/clients\.ts and/],
  [[["lib/cli/install.ts", "hooks/claude/installer.ts"]], "lib/cli/install.ts", 1, /hooks\/installers\.ts only/],
  [[["lib/cli/install.ts", "hooks/more.ts"]], "lib/cli/install.ts", 1, /hooks\/installers\.ts only/],
  [[["lib/record/a.ts", "hooks/installers.ts", "dynamic"]], "lib/record/a.ts", 1, /client-neutral/],
  [[["main.ts", "hooks/clients.ts"]], "main.ts", 1, /go through lib\/cli/],
  [[["main.ts", "hooks/installers.ts", "dynamic"]], "main.ts", 1, /go through lib\/cli/],
  [[["lib/cli/learn.ts", "main.ts"]], "lib/cli/learn.ts", 1, /nothing imports main/],
  [[["hooks/codex/client.ts", "hooks/claude/records.ts"]], "hooks/codex/client.ts", 1, /belongs into lib/],
  [[["hooks/codex/client.ts", "hooks/clients.ts"]], "hooks/codex/client.ts", 1, /must not know the others/],
  [[["hooks/codex/installer.ts", "hooks/installers.ts"]], "hooks/codex/installer.ts", 1, /must not know the others/],
  [[["hooks/codex/client.ts", "lib/cli/screen.ts"]], "hooks/codex/client.ts", 1, /out of lib\/cli/],
  [[["hooks/clients.ts", "lib/cli/screen.ts"]], "hooks/clients.ts", 1, /out of lib\/cli/],
  [[["lib/record/a.ts", "tests/disk_test_support.ts"]], "lib/record/a.ts", 1, /no product code/],
  [[["lib/record/a.ts", "lib/record/a_test_support.ts"]], "lib/record/a.ts", 1, /no product code/],
  [[["hooks/claude/a.ts", "scripts/bundle.ts"]], "hooks/claude/a.ts", 1, /no product code/],

  [[["lib/paths/parse.ts", "lib/io/disk.ts"]], "lib/paths/parse.ts", 1, /as an argument/],
  [[["lib/exchange/builder.ts", "lib/io/env.ts"]], "lib/exchange/builder.ts", 1, /import type/],
  [[["lib/pipeline.ts", "lib/io/env.ts", "dynamic"]], "lib/pipeline.ts", 1, /as an argument/],
  [
    [["lib/learnings/a.ts", "lib/record/b.ts"], ["lib/record/b.ts", "lib/record/c.ts"], [
      "lib/record/c.ts",
      "lib/io/d.ts",
    ]],
    "lib/learnings/a.ts",
    1,
    /reaches lib\/io\/d\.ts through lib\/record\/b\.ts/,
  ],
  [
    [["lib/ownership/decide.ts", "lib/ownership/facts.ts"], ["lib/ownership/facts.ts", "lib/io/disk.ts"]],
    "lib/ownership/decide.ts",
    1,
    /reaches lib\/io\/disk\.ts/,
  ],

  [
    [["lib/record/b.ts", "lib/record/c.ts"], ["lib/record/c.ts", "lib/record/a.ts"], [
      "lib/record/a.ts",
      "lib/record/b.ts",
    ]],
    "lib/record/a.ts",
    3,
    /circle: lib\/record\/a\.ts -> lib\/record\/b\.ts -> lib\/record\/c\.ts -> lib\/record\/a\.ts/,
  ],
  [[["lib/record/a.ts", "lib/record/a.ts"]], "lib/record/a.ts", 1, /circle/],

  [[["main.ts", "lib/cli/learn.ts"]], "main.ts", 1, /load it lazily/],
  [[["main.ts", "lib/a.ts"], ["lib/a.ts", "npm:/zod@4.6.7"]], "lib/a.ts", 2, /package zod/],
  [[["main.ts", "lib/a.ts"], ["lib/a.ts", "npm:/@zip.js/zip.js@2.24.0"]], "lib/a.ts", 2, /package @zip\.js\/zip\.js/],
  [
    [["main.ts", "lib/std/assert.ts"], ["lib/std/assert.ts", "node:assert/strict"]],
    "lib/std/assert.ts",
    2,
    /loaded by every hook/,
  ],
];

for (const [rows, path, line, message] of WRONG) {
  Deno.test(`layerFaults() reports ${rows.map((row) => row.join(" -> ")).join(", ")}`, () => {
    const faults = layerFaults(edges(rows), { eager: [] });
    assertEquals(faults.map((fault) => [fault.path, fault.line]), [[path, line]]);
    assertMatch(faults[0]?.message ?? "", message);
  });
}

Deno.test("layerFaults() reports a file that is eager on paper only", () => {
  const faults = layerFaults(edges([["main.ts", "lib/errors.ts"]]), { eager: ["lib/cli/gone.ts"] });
  assertEquals(faults.map((fault) => fault.path), ["scripts/source_places.ts"]);
});

Deno.test("layerFaults() reports settings that every hook would load", () => {
  const rows: Row[] = [
    ["main.ts", "lib/cli/hook.ts"],
    ["lib/cli/hook.ts", "hooks/clients.ts"],
    ["hooks/clients.ts", "hooks/claude/settings.ts"],
  ];
  const faults = layerFaults(edges(rows), { eager: ["lib/cli/hook.ts"] });
  assertEquals(faults.map((fault) => [fault.path, fault.line]), [["hooks/clients.ts", 3]]);
});

Deno.test("layerFaults() follows what the hook loads, which main.ts loads when it is called", () => {
  const rows: Row[] = [["main.ts", "lib/cli/hook.ts", "dynamic"], ["lib/cli/hook.ts", "lib/cli/list.ts"]];
  const faults = layerFaults(edges(rows), { eager: ["lib/cli/hook.ts"] });
  assertEquals(faults.map((fault) => [fault.path, fault.line]), [["lib/cli/hook.ts", 2]]);
});

Deno.test("layerFaults() reports the table of installers when every hook would load it", () => {
  const rows: Row[] = [
    ["main.ts", "lib/cli/hook.ts"],
    ["lib/cli/hook.ts", "hooks/clients.ts"],
    ["lib/cli/hook.ts", "hooks/installers.ts"],
    ["hooks/installers.ts", "hooks/claude/installer.ts"],
  ];
  const faults = layerFaults(edges(rows), { eager: ["lib/cli/hook.ts"] });
  assertEquals(faults.map((fault) => [fault.path, fault.line]), [["lib/cli/hook.ts", 3]]);
});

Deno.test("layerFaults() finds nothing when every dependency points the right way", () => {
  const rows: Row[] = [
    ["main.ts", "lib/cli/hook.ts"],
    ["main.ts", "lib/cli/learn.ts", "dynamic"],
    ["main.ts", "lib/io/disk.ts"],
    ["lib/cli/hook.ts", "hooks/clients.ts"],
    ["lib/cli/hook.ts", "lib/record/mod.ts"],
    ["lib/cli/learn.ts", "npm:/zod@4.6.7"],
    ["hooks/clients.ts", "hooks/claude/client.ts"],
    ["hooks/claude/client.ts", "hooks/claude/records.ts"],
    ["hooks/claude/client.ts", "lib/types.ts", "type"],
    ["hooks/claude/client.ts", "hooks/claude/settings.ts", "dynamic"],
    ["lib/cli/install.ts", "hooks/installers.ts"],
    ["lib/cli/status.ts", "hooks/installers.ts", "dynamic"],
    ["hooks/installers.ts", "hooks/claude/installer.ts"],
    ["hooks/installers.ts", "lib/installer.ts", "type"],
    ["hooks/claude/installer.ts", "hooks/claude/settings.ts"],
    ["lib/record/mod.ts", "npm:/@noble/hashes@2.4.0/sha2.js"],
    ["lib/paths/parse.ts", "lib/io/files.ts", "type"],
    ["lib/jsonl/lines.ts", "lib/io/disk.ts", "type"],
    ["lib/exchange/builder.ts", "lib/io/files.ts"],
    ["lib/pipeline.ts", "lib/record/a.ts"],
    ["lib/record/a.ts", "lib/io/write_nothing.ts"],
    ["lib/ownership/facts.ts", "lib/io/disk.ts"],
    ["lib/record/a.ts", "lib/record/b.ts"],
    ["lib/record/b.ts", "lib/record/a.ts", "type"],
    ["lib/paths/parse_test.ts", "tests/disk_test_support.ts"],
    ["lib/paths/parse_test.ts", "hooks/claude/client.ts"],
    ["tests/a_test.ts", "main.ts"],
  ];
  assertEquals(layerFaults(edges(rows), { eager: ["lib/cli/hook.ts"] }), []);
});

diskTest("readImports() gives file, line and kind of every import of a made-up tree", async () => {
  await withTemporaryDirectory(async (directory) => {
    const tree = {
      "main.ts": `import { a } from "./lib/a.ts";\nawait import("./lib/späte r.ts");\na();\n`,
      "lib/a.ts": `import type { B } from "./b.ts";\n\nexport * from "./b.ts";\nexport const a = (): B => 1;\n`,
      "lib/b.ts": `import "node:fs";\nexport type B = number;\nimport("./gone.ts");\n`,
      "lib/späte r.ts":
        `export type { B } from "./b.ts";\n// import "./a.ts"\nconst text = 'import "./a.ts"';\ntext;\n`,
    };
    Deno.mkdirSync(`${directory}/lib`);
    for (const [path, text] of Object.entries(tree)) Deno.writeTextFileSync(`${directory}/${path}`, text);
    const root = new URL(`file://${directory}/`);
    assertEquals(
      (await readImports(root, ["main.ts", "lib", "hooks"])).map((edge) => Object.values(edge).join(" ")),
      [
        "lib/a.ts lib/b.ts 1 type",
        "lib/a.ts lib/b.ts 3 static",
        "lib/b.ts node:fs 1 static",
        "lib/b.ts lib/gone.ts 3 dynamic",
        "lib/späte r.ts lib/b.ts 1 type",
        "main.ts lib/a.ts 1 static",
        "main.ts lib/späte r.ts 2 dynamic",
      ],
    );
  });
});
