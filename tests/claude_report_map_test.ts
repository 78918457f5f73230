import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { diskTest } from "./disk_test_support.ts";

const PROJECT = new URL("..", import.meta.url);
/** Rows of the table of field reports in formats/claude_code.md, section 3. */
const REPORTS = 54;

function read(path: string): string {
  return Deno.readTextFileSync(new URL(path, PROJECT));
}

/** The list under "Field reports": each entry on one line, by row. */
function reportMap(): ReadonlyMap<number, string> {
  const [, section = ""] = read("hooks/claude/README.md").split("\n## Field reports\n");
  const entries = section.split(/\n(?=- \d+: )/).slice(1).map((entry) => entry.replaceAll(/\s+/g, " ").trim());
  return new Map(entries.map((entry) => [Number.parseInt(entry.slice(2), 10), entry]));
}

diskTest("hooks/claude/README.md says of every field report what answers it", () => {
  const map = reportMap();
  assertEquals([...map.keys()], Array.from({ length: REPORTS }, (_, index) => index + 1));
  for (const [row, entry] of map) {
    const tests = [...entry.matchAll(/`([^`"]+_test\.ts)` "([^"]+)"/g)];
    const answered = tests.length > 0 || /`fixtures\/claude\/\w+`/.test(entry) || /\bissue \d+\b/.test(entry);
    assert(answered, entry);
    for (const [, path = "", name = ""] of tests) {
      assert(read(path).includes(name), `row ${row}: ${path} has no test "${name}"`);
    }
    for (const [, scenario = ""] of entry.matchAll(/`(fixtures\/claude\/\w+)`/g)) {
      assertNotEquals(read(`${scenario}/README.md`), "");
    }
    // Nothing else than these parts stands there: a name that is misspelt would be looked up by nobody.
    const left = entry.replaceAll(/`[^`"]+_test\.ts` "[^"]+"/g, "").replaceAll(/`fixtures\/claude\/\w+`/g, "");
    assert(!/_test\.ts|"/.test(left), entry);
  }
});
