/**
 * Real transcripts, when they are there (`../shared/corpus` beside the project).
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type { SessionEvent } from "../../lib/types.ts";
import { claude } from "./client.ts";
import { mayMatter } from "./may_matter.ts";
import { parseCommand } from "./commands.ts";

const SHARED = new URL("../../../shared/", import.meta.url);

function isThere(): boolean {
  if (Deno.permissions.querySync({ name: "read" }).state !== "granted") return false;
  try {
    return Deno.statSync(new URL("corpus/claude/", SHARED)).isDirectory;
  } catch {
    return false;
  }
}

function corpusTest(name: string, fn: () => void): void {
  Deno.test({ name, ignore: !isThere(), fn });
}

function* transcripts(folder: URL): Generator<URL> {
  const entries = [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1);
  for (const { name, isDirectory } of entries) {
    if (isDirectory) yield* transcripts(new URL(`${encodeURIComponent(name)}/`, folder));
    else if (name.endsWith(".jsonl")) yield new URL(encodeURIComponent(name), folder);
  }
}

function parse(line: string): unknown[] {
  try {
    return [JSON.parse(line)];
  } catch {
    const at = line.indexOf('}{"');
    return at < 0 ? [] : [...parse(line.slice(0, at + 1)), ...parse(line.slice(at + 1))];
  }
}

interface Read {
  readonly line: string;
  readonly record: unknown;
}

function recordsOf(file: URL): readonly Read[] {
  const lines = Deno.readTextFileSync(file).split("\n").filter((line) => line.trim() !== "");
  return lines.flatMap((line) => parse(line).map((record) => ({ line, record })));
}

function readFile(records: readonly Read[]): SessionEvent[] {
  const reader = claude.createReader({ sessionId: "unknown" });
  return [...records.flatMap(({ record }) => reader.read(record)), ...reader.finish()];
}

const CLIENT_START =
  /^\s*(?:<(?:bash-|local-command|command-|task-notification|teammate-message|system-reminder|ci-monitor)|\[Request interrupted|This session is being continued|Caveat: The messages|Full transcript available|Read the output file)/;

function oneOf(path: string): URL {
  return new URL(`corpus/claude/${path}`, SHARED);
}

corpusTest("reader() reads every transcript and opens on nothing that a client wrote", () => {
  for (const file of transcripts(oneOf(""))) {
    const records = recordsOf(file);
    for (const event of readFile(records)) {
      if (event.type === "typed") {
        assert(!CLIENT_START.test(event.text), `${file.pathname}: ${event.text.slice(0, 80)}`);
      }
    }
    for (const { record } of records) claude.evidence(record);
  }
});

corpusTest("mayMatter() changes no event and no evidence of a real transcript", () => {
  let skipped = 0;
  for (const file of transcripts(oneOf(""))) {
    const records = recordsOf(file);
    const kept = records.filter(({ line }) => mayMatter(line));
    skipped += records.length - kept.length;
    assertEquals(readFile(kept), readFile(records));
    for (const { line, record } of records) {
      if (mayMatter(line)) continue;
      const { directories, originSessions } = claude.evidence(record);
      assertEquals([...directories, ...originSessions], []);
    }
  }
  assert(skipped > 500);
});

corpusTest("reader() gives a real transcript the same events in one run and in many", () => {
  for (const file of transcripts(oneOf(""))) {
    const records = recordsOf(file);
    const events: SessionEvent[] = [];
    let reader = claude.createReader({ sessionId: "unknown" });
    records.forEach(({ record }, index) => {
      const held = reader.holds(record);
      events.push(...reader.read(record));
      if (!held && index % 7 === 0) {
        const state = JSON.parse(JSON.stringify(reader.snapshot((text) => text)));
        reader = claude.createReader({ sessionId: "unknown", state });
      }
    });
    events.push(...reader.finish());
    assertEquals(events, readFile(records));
  }
});

corpusTest("recognises() knows every real transcript of this client and no other's", () => {
  const real = [
    "entireio__cli/",
    "flop-labs__technocore-chat/",
    "gmeligio__flutter-docker-image/",
    "Wood-Q__MokioFactory/",
  ];
  for (const folder of real) {
    for (const file of transcripts(oneOf(folder))) {
      assert(claude.recognises(recordsOf(file).slice(0, 20).map(({ record }) => record)), file.pathname);
    }
  }
  const others = [oneOf("kenn-io__agentsview/internal/parser/testdata/iflow/"), new URL("corpus/codex/", SHARED)];
  for (const folder of others) {
    for (const file of transcripts(folder)) {
      assert(!claude.recognises(recordsOf(file).slice(0, 20).map(({ record }) => record)), file.pathname);
    }
  }
});

corpusTest("reader() types the prompts that only attachments hold and not the CI event marked human", () => {
  const records = recordsOf(oneOf("flop-labs__technocore-chat/W5GVW90Y0V/e0378f7c-f404-40a6-bae8-b0dbaa35aefd.jsonl"));
  const events = readFile(records);
  assertEquals(events.filter((event) => event.type === "typed" && event.label === "queued").length, 13);
  const ci = events.filter((event) => event.type === "evidence" && event.raw === "ci-monitor-event");
  assertEquals(ci.length, 1);
});

corpusTest("reader() types the custom command that opens a session", () => {
  const file = oneOf("gmeligio__flutter-docker-image/4MMPW5KM0Y/390ab778-0d42-4dd4-936d-f11014a7a76a.jsonl");
  const first = readFile(recordsOf(file)).find(({ type }) => type === "typed" || type === "reply");
  assert(first?.type === "typed" && first.label === "command" && first.text.startsWith("/opsx:explore "));
});

/** What a careful reader called a typed turn although the table says otherwise, by what the reader makes of it. */
const EXPLAINED: Readonly<Record<string, number>> = {
  // Reasons of refusals and answers to questions: the user's, but inside the exchange they answer.
  "user-answer": 16,
  // `/context` and two `!` lines.
  "evidence command": 1,
  "evidence shell": 2,
  // Four prompts taken back into the input box (`popAll`) and a queued `/exit`.
  "nothing": 5,
};

corpusTest("reader() agrees with the labelled conversations but for what the table says", () => {
  const differences: Record<string, number> = {};
  let labelled = 0;
  let extra = 0;
  for (const name of ["dev1", "dev2"]) {
    const turns = Deno.readTextFileSync(new URL(`design/labels/${name}.turns.jsonl`, SHARED)).trim().split("\n")
      .map((line) => JSON.parse(line) as { readonly file: string; readonly uuid: string });
    for (const [file, ofFile] of Map.groupBy(turns, (turn) => turn.file)) {
      const lines = Deno.readTextFileSync(new URL(`corpus/${file}`, SHARED)).split("\n");
      const records = recordsOf(new URL(`corpus/${file}`, SHARED));
      const events = readFile(records);
      const seen = new Set<SessionEvent>();
      for (const { uuid } of ofFile) {
        labelled++;
        const queued = /^line:(\d+)$/.exec(uuid)?.[1];
        const text = queued === undefined ? undefined : JSON.parse(lines[Number(queued) - 1] ?? "{}").content;
        const own = events.filter((event) =>
          event.type === "typed"
            ? queued === undefined ? event.key === uuid || event.uuid === uuid : event.text === text
            : event.type !== "link" && event.type !== "signal" && event.type !== "rewind" &&
              event.key.split("#")[0] === uuid
        );
        const typed = own.find((event) => event.type === "typed");
        if (typed !== undefined) {
          seen.add(typed);
          continue;
        }
        const [event] = own;
        const what = event === undefined
          ? "nothing"
          : event.type === "evidence"
          ? `evidence ${event.origin}`
          : event.type;
        differences[what] = (differences[what] ?? 0) + 1;
      }
      extra += events.filter((event) => event.type === "typed" && !seen.has(event)).length;
    }
  }
  assertEquals(labelled, 297);
  assertEquals(differences, { ...EXPLAINED });
  // Two prompts of one session that only queue records hold; the labels left them out there.
  assertEquals(extra, 2);
});

corpusTest("reader() holds exactly the rows that are wholly a command", () => {
  for (const file of transcripts(oneOf("entireio__cli/"))) {
    for (const { record } of recordsOf(file)) {
      const content = (record as { message?: { content?: unknown } }).message?.content;
      const held = claude.createReader({ sessionId: "unknown" }).holds(record);
      const isUser = (record as { type?: unknown }).type === "user";
      assertEquals(held, isUser && typeof content === "string" && parseCommand(content) !== undefined);
    }
  }
});
