import { assertEquals } from "@std/assert";
import { projectName } from "./project_column.ts";

Deno.test("projectName() is the last part of the path, cut when it is long", () => {
  const cases = { "/srv/kettle": "kettle", "/srv/kettle/": "kettle/", "C:\\srv\\pot": "pot", "/": "/", "": "" };
  for (const [path, name] of Object.entries(cases)) assertEquals(projectName(path), name);
  assertEquals(projectName(`/srv/${"k".repeat(30)}`), `${"k".repeat(19)}\u2026`);
});
