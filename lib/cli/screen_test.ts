import { assert, assertEquals } from "@std/assert";
import { layoutFor, table, tableWithTexts, width } from "./screen.ts";

const COLUMNS = ["id", "client", "project", "digest", "first question"];
const ROWS = [
  ["7b1f0c52", "claude-code", "kettle", "3 questions, 12 min, 2 learned", "how long does it take to boil?"],
  ["8c2f0c52", "codex", "teapot", "", "and\nthe lid, which is made of the very same steel as the pot?"],
];

const shown = (columns: number): string =>
  tableWithTexts(COLUMNS, ROWS, { texts: 2, layout: layoutFor({ columns, noColor: true, plain: false }) });

Deno.test("tableWithTexts() keeps every line within the terminal when it is narrow", () => {
  for (let columns = 60; columns <= 200; columns++) {
    const lines = shown(columns).split("\n");
    for (const line of lines) assert(width(line) <= columns, `${columns}: ${line}`);
    for (const [id = ""] of ROWS) assert(lines.some((line) => line.startsWith(id)), `${columns}: ${id}`);
  }
});

Deno.test("tableWithTexts() puts the texts on a line of their own when no room is left beside the rest", () => {
  assertEquals(
    shown(60),
    `id        client       project
7b1f0c52  claude-code  kettle
    3 questions, 12 min, 2 learned: how long does it take t…
8c2f0c52  codex        teapot
    and the lid, which is made of the very same steel as th…`,
  );
  assertEquals(shown(59).split("\n")[0], "id: 7b1f0c52");
  const wide = ROWS.map(([id = "", client = "", project = "", ...rest]) => [id, client, project.repeat(7), ...rest]);
  const layout = layoutFor({ columns: 60, noColor: true, plain: false });
  assertEquals(tableWithTexts(COLUMNS, wide, { texts: 2, layout }).split("\n")[2], `project: ${"kettle".repeat(7)}`);
});

Deno.test("table() keeps every line within the terminal, with the last column below where it has no room", () => {
  const names = ["no", "time", "author", "as", "rule", "text"];
  const row = ["1", "2026-10-26 09:00", "typed", "typed", "origin.kind is human", "how long does it take to boil?"];
  for (let columns = 60; columns <= 120; columns++) {
    const layout = layoutFor({ columns, noColor: true, plain: false });
    for (const line of table(names, [row, row.with(5, "")], layout).split("\n")) {
      assert(width(line) <= columns && line === line.trimEnd(), `${columns}: ${line}`);
    }
  }
  assertEquals(
    table(names, [row, row.with(5, "")], layoutFor({ columns: 72, noColor: true, plain: false })),
    `no  time              author  as     rule
1   2026-10-26 09:00  typed   typed  origin.kind is human
    how long does it take to boil?
1   2026-10-26 09:00  typed   typed  origin.kind is human`,
  );
  // A last column that is narrow needs no room to spare.
  const marks = table(
    ["act", "marks"],
    [["a".repeat(50), "7 marks"]],
    layoutFor({ columns: 60, noColor: true, plain: false }),
  );
  assertEquals(marks.split("\n")[1], `${"a".repeat(50)}  7 marks`);
});
