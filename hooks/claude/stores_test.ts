import { assertEquals } from "@std/assert";
import { disk } from "../../lib/io/disk.ts";
import { diskTest, withTemporaryDirectory } from "../../tests/disk_test_support.ts";
import { claudeTranscripts, findClaudeSession } from "./stores.ts";

/** Writes files below `projects/`, each as long as said. */
function fill(config: string, files: Readonly<Record<string, number>>): void {
  for (const [path, size] of Object.entries(files)) {
    const whole = `${config}/projects/${path}`;
    Deno.mkdirSync(whole.slice(0, whole.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(whole, "x".repeat(size));
  }
}

function found(config: string): readonly (string | readonly string[])[] {
  const short = (path: string) => path.slice(`${config}/projects/`.length);
  return claudeTranscripts(disk, config).map(({ path, smaller }) =>
    smaller === undefined ? short(path) : [short(path), ...smaller.map(short)]
  );
}

diskTest(
  "claudeTranscripts() finds sessions and nothing else when a store holds everything a client writes",
  () =>
    withTemporaryDirectory((config) => {
      assertEquals(found(config), [], "no store");
      fill(config, {
        "-srv-kettle/s2.jsonl": 1,
        "-srv-kettle/s1.jsonl": 1,
        "-srv-kettle/s1/subagents/agent-a.jsonl": 1,
        "-srv-kettle/s1/tool-results/t.txt": 1,
        "-srv-kettle/agent-old.jsonl": 1,
        "-srv-kettle/sessions-index.json": 1,
        "-srv-kettle/memory/MEMORY.md": 1,
        "-home-mira/s0.jsonl": 0,
        "loose.jsonl": 1,
      });
      assertEquals(found(config), ["-home-mira/s0.jsonl", "-srv-kettle/s1.jsonl", "-srv-kettle/s2.jsonl"]);
    }),
);

diskTest(
  "claudeTranscripts() takes the largest file when a session that moved left a stub of its name (report 6: https://github.com/thedotmack/claude-mem/issues/2434)",
  () =>
    withTemporaryDirectory((config) => {
      fill(config, { "-b/s1.jsonl": 9, "-a/s1.jsonl": 3, "-c/s1.jsonl": 5, "-c/s0.jsonl": 1 });
      assertEquals(found(config), [["-b/s1.jsonl", "-c/s1.jsonl", "-a/s1.jsonl"], "-c/s0.jsonl"]);
    }),
);

diskTest(
  "claudeTranscripts() follows a linked slug inside the store and leaves other links alone (report 48: https://github.com/anthropics/claude-code/issues/46342, https://github.com/anthropics/claude-code/issues/71473, https://github.com/anthropics/claude-code/issues/51488)",
  () =>
    withTemporaryDirectory((root) => {
      const config = `${root}/.claude`;
      fill(`${root}/disk`, { "real/s1.jsonl": 1 });
      fill(`${root}/elsewhere`, { "out/s9.jsonl": 1 });
      Deno.mkdirSync(config);
      // The whole store lies on another disk: its real path is the store then.
      Deno.symlinkSync(`${root}/disk/projects`, `${config}/projects`);
      Deno.symlinkSync(`${root}/disk/projects/real`, `${config}/projects/alias`);
      Deno.symlinkSync(`${root}/elsewhere/projects/out`, `${config}/projects/out`);
      Deno.symlinkSync(`${root}/elsewhere/projects/out/s9.jsonl`, `${config}/projects/real/s9.jsonl`);
      const real = `${root}/disk/projects/real/s1.jsonl`;
      assertEquals(claudeTranscripts(disk, config).map(({ path, smaller }) => [path, smaller]), [[real, undefined]]);
    }),
);

diskTest(
  "findClaudeSession() finds a session in any slug, the largest of its files, and no path in an id",
  () =>
    withTemporaryDirectory((config) => {
      fill(config, { "-a/s1.jsonl": 1, "-b/s2.jsonl": 3, "-c/s2.jsonl": 9, "-a/s3.jsonl": 1, "-b/s3.jsonl": 9 });
      const find = (id: string) => findClaudeSession(disk, `${config}/projects/-a/s1.jsonl`, id)?.slice(config.length);
      assertEquals(["s2", "s3", "s4", "../-b/s2", "", "s\n"].map(find), [
        "/projects/-c/s2.jsonl",
        "/projects/-b/s3.jsonl",
        ...[undefined, undefined, undefined, undefined],
      ]);
      assertEquals(findClaudeSession(disk, "s1.jsonl", "s2"), undefined);
      // A transcript that lies in no store has only its neighbours.
      assertEquals(findClaudeSession(disk, `${config}/projects/-a/x/s1.jsonl`, "s2"), undefined);
      fill(config, { "-a/x/s2.jsonl": 1 });
      const neighbour = `${config}/projects/-a/x/s2.jsonl`;
      assertEquals(findClaudeSession(disk, `${config}/projects/-a/x/s1.jsonl`, "s2"), neighbour);
    }),
);
