import { assertEquals } from "@std/assert";
import { memoryFiles } from "../../lib/record/memory_files_test_support.ts";
import { newestClaudeVersion } from "./client_version.ts";

/** The newest version in transcripts of these texts, written one after the other. */
function newest(...texts: readonly string[]): string | undefined {
  const files = memoryFiles();
  const transcripts = texts.map((text, n) => {
    const path = `/store/projects/-kettle/${n}.jsonl`;
    files.replace(path, new TextEncoder().encode(text));
    const stat = files.stat(path);
    if (stat === undefined) throw new TypeError("not written");
    return { path, stat };
  });
  return newestClaudeVersion(files, transcripts);
}

const row = (version: string, more: Record<string, unknown> = {}): string =>
  `${JSON.stringify({ type: "user", version, ...more })}\n`;

Deno.test("newestClaudeVersion() is the newest of all transcripts, whichever was written last", () => {
  assertEquals(newest(row("2.1.9"), row("2.1.139") + row("2.1.138"), row("2.1.40")), "2.1.139");
  assertEquals(newest(), undefined);
  assertEquals(newest('{"type":"summary"}\n', "not json\n", row("none")), undefined);
});

Deno.test("newestClaudeVersion() takes no version for the client's that stands inside of a message", () => {
  const inside = { message: { role: "user", content: [{ version: "99.0.0" }], version: "98.0.0" } };
  assertEquals(newest(row("2.1.138", inside)), "2.1.138");
  const quoted = { message: { role: "user", content: 'a line: {"version":"97.0.0"}' } };
  assertEquals(newest(row("2.1.138", quoted)), "2.1.138");
});

Deno.test("newestClaudeVersion() finds the version in front of a last row that is larger than what is looked at", () => {
  const long = { message: { role: "user", content: "x".repeat(300_000) } };
  assertEquals(newest(row("2.1.138") + row("2.1.139") + row("2.1.139", long)), "2.1.139");
  // The end alone would begin inside of the long row.
  assertEquals(newest(row("2.1.140", long)), "2.1.140");
});
