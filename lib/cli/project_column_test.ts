import { assert, assertEquals } from "@std/assert";
import { projectName, tableWithTexts } from "./project_column.ts";
import { layoutFor, width } from "./screen.ts";

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

Deno.test("projectName() is the last part of the path, cut when it is long", () => {
  const cases = { "/srv/kettle": "kettle", "/srv/kettle/": "kettle/", "C:\\srv\\pot": "pot", "/": "/", "": "" };
  for (const [path, name] of Object.entries(cases)) assertEquals(projectName(path), name);
  assertEquals(projectName(`/srv/${"k".repeat(30)}`), `${"k".repeat(19)}\u2026`);
});
