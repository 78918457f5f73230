/**
 * Lines that can hold nothing are passed over undecoded or unparsed, for speed. Here everything is done once more without
 * that: no result may differ (design section 8).
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { someRow } from "../../hooks/claude/rows_arbitrary_test_support.ts";
import { CLIENTS } from "../../hooks/clients.ts";
import { arbitraryRows } from "../../hooks/codex/rows_arbitrary_test_support.ts";
import type { LineSource } from "../../lib/jsonl/read_lines.ts";
import { type Survey, surveyTranscript } from "../../lib/transcript/survey.ts";
import type { ClientModule } from "../../lib/types.ts";
import { importCorpus, type ImportedFile } from "../../scripts/corpus_table.ts";
import { canUseDisk, diskTest, withTemporaryDirectory } from "../disk_test_support.ts";
import { hasCorpus, SHARED, snapshot, walk } from "../import_test_support.ts";

/** The clients without their pre-filters: these needles stand in every line that can be a record. */
const OPEN: readonly ClientModule[] = CLIENTS.map((client) => ({
  ...client,
  mayMatter: () => true,
  evidenceNeedles: [...client.evidenceNeedles, '{"', "{ ", "{\t", "{}"],
}));

function memory(bytes: Uint8Array): LineSource {
  return {
    size: bytes.length,
    read(into, at) {
      const piece = bytes.subarray(at, at + into.length);
      into.set(piece);
      return piece.length;
    },
  };
}

/** A survey in one run, and in two that are cut at a line near `cut`. */
function surveys(client: ClientModule, bytes: Uint8Array, cut: number): readonly unknown[] {
  const whole = surveyTranscript(memory(bytes), client, { name: "kettle" });
  const first = surveyTranscript(memory(bytes.subarray(0, cut)), client, { name: "kettle" });
  const second = surveyTranscript(memory(bytes), client, { name: "kettle", from: first.end, known: first });
  return [whole, first, second].map((survey) => client.evidenceKeys === false ? withoutBroken(survey) : survey);
}

/**
 * A broken line may only refuse, and of clients whose lines do not each state a directory only those are looked at that
 * a needle stands in: without filters more broken lines are seen.
 */
function withoutBroken(survey: Survey): Survey {
  return {
    ...survey,
    sessions: survey.sessions.map((session) => ({
      ...session,
      directories: session.directories.filter(({ source }) => source !== "damaged"),
    })),
  };
}

/** Pairs a client with itself without filters. */
function pairs(): readonly (readonly [ClientModule, ClientModule])[] {
  return CLIENTS.flatMap((client, i) => OPEN[i] === undefined ? [] : [[client, OPEN[i]] as const]);
}

const directory = fc.constantFrom("/srv/kettle", "/srv/kettle/web", "C:\\kettle", "", "/srv/gr\u00fcn", 'a"b');
const evidenceRow = fc.oneof(
  fc.record({
    type: fc.constantFrom("user", "mode", "turn_context"),
    cwd: directory,
    sessionId: fc.constantFrom("a", "b"),
  }),
  fc.record({ type: fc.constant("relocated"), relocatedCwd: directory }),
  fc.record({ type: fc.constant("worktree-state"), worktreeSession: fc.record({ originalCwd: directory }) }),
  fc.record({
    type: fc.constant("attachment"),
    attachment: fc.record({ type: fc.constant("environment"), snapshot: fc.record({ workingDirectory: directory }) }),
  }),
  fc.record({ type: fc.constant("user"), requestSessionId: fc.constantFrom("a", "c"), cwd: directory }),
  fc.record({ type: fc.constant("user"), forkedFrom: fc.record({ sessionId: fc.constantFrom("a", "d") }) }),
  fc.record({
    type: fc.constant("session_meta"),
    payload: fc.record({ id: fc.constantFrom("a", "b"), cwd: directory }),
  }),
  fc.record({ type: fc.constant("turn_context"), payload: fc.record({ cwd: directory }) }),
  fc.record({
    type: fc.constant("user"),
    promptSource: fc.constantFrom("sdk", "typed"),
    message: fc.record({ role: fc.constant("user"), content: fc.constantFrom("boil", "no-imprint", "so\nno-imprint") }),
  }),
  fc.constantFrom({ text: '{"cwd":"/x"}' }, { snapshot: { cwd: "/srv/other" } }, { a: { cwd: ["/x"] } }),
);

Deno.test("surveyTranscript() finds with the pre-filters what it finds without, however rows are written", () => {
  const spelled = fc.tuple(
    fc.array(fc.oneof({ weight: 3, arbitrary: evidenceRow }, someRow), { maxLength: 12 }),
    fc.constantFrom("", " ", "\t"),
    fc.constantFrom(/[^\s\S]/g, /[^ -~]/g, /[cw/]/g),
    fc.constantFrom("\n", "\r\n", "\0\n", "", '{"torn\n'),
  ).map(([rows, indent, escaped, end]) =>
    rows.map((row) =>
      (JSON.stringify(row, null, indent) ?? "").replaceAll("\n", " ").replaceAll(
        escaped,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
      ) + end
    ).join("")
  );
  fc.assert(
    fc.property(spelled, fc.nat(), (text, cut) => {
      const bytes = new TextEncoder().encode(text);
      for (const [client, open] of pairs()) {
        assertEquals(surveys(client, bytes, cut % (bytes.length + 1)), surveys(open, bytes, cut % (bytes.length + 1)));
      }
    }),
    { numRuns: 1000 },
  );
});

Deno.test("surveyTranscript() finds with the pre-filters what it finds without, in rollouts", () => {
  fc.assert(
    fc.property(arbitraryRows, fc.nat(), (rows, cut) => {
      const bytes = new TextEncoder().encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
      for (const [client, open] of pairs()) {
        assertEquals(surveys(client, bytes, cut % (bytes.length + 1)), surveys(open, bytes, cut % (bytes.length + 1)));
      }
    }),
    { numRuns: 300 },
  );
});

/** How many public files a client has at least; those of the others are few, or none. */
const LEAST: Readonly<Partial<Record<ClientModule["name"], number>>> = { "claude-code": 20, codex: 20 };

function corpusTest(name: string, fn: (corpus: string, least: number) => void | Promise<void>): void {
  for (const [client] of pairs()) {
    const corpus = `${SHARED}corpus/${client.folder}`;
    const full = `${name}: ${client.name}`;
    if (canUseDisk && hasCorpus() && isThere(corpus)) {
      diskTest(full, () => fn(Deno.realPathSync(corpus), LEAST[client.name] ?? 0));
    } else Deno.test({ name: `${full} (ignored: no corpus)`, ignore: true, fn: () => {} });
  }
}

function isThere(directory: string): boolean {
  try {
    return Deno.statSync(directory).isDirectory;
  } catch {
    return false;
  }
}

corpusTest(
  "surveyTranscript() finds with the pre-filters what it finds without, in real transcripts",
  (corpus, least) => {
    let files = 0;
    for (const path of walk(corpus)) {
      if (!path.endsWith(".jsonl")) continue;
      files++;
      const bytes = Deno.readFileSync(path);
      for (const [client, open] of pairs()) {
        for (const cut of [0.3, 0.7]) {
          const at = Math.floor(bytes.length * cut);
          assertEquals(surveys(client, bytes, at), surveys(open, bytes, at), path);
        }
      }
    }
    assert(files > least, `${files} files`);
  },
);

/** What an import gave, without what counts the lines that were passed over, and without places. */
function given({ path, sessions }: ImportedFile): unknown {
  return {
    path,
    sessions: sessions.map(({ report, exchanges }) => {
      const { records: _, directory: __, learningsRoot: ___, otherSessions: ____, ...rest } = report;
      return { ...rest, transcript: "", exchanges };
    }),
  };
}

corpusTest("importTranscript() stores with the pre-filters what it stores without", async (corpus, least) => {
  const before = snapshot(corpus);
  const results: (readonly ImportedFile[])[] = [];
  for (const clients of [CLIENTS, OPEN]) {
    results.push(await withTemporaryDirectory((scratch) => importCorpus(corpus, scratch, { clients })));
  }
  const [filtered = [], open = []] = results;
  assert(filtered.length > least, `${filtered.length} files`);
  for (const [i, file] of filtered.entries()) {
    assertEquals(given(file), open[i] === undefined ? undefined : given(open[i]));
  }
  assertEquals(snapshot(corpus), before, "the transcripts changed");
});
