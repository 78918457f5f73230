/**
 * Real transcripts through the real import, when they are there (`../shared/corpus` beside the project). What is stored is
 * compared with what a few lines of simple code find in the files.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { corpusTable, importCorpus, type ImportedFile } from "../scripts/corpus_table.ts";
import { asId, asRow, asRows, type Row } from "../lib/transcript/rows.ts";
import { canUseDisk, withTemporaryDirectory } from "./disk_test_support.ts";
import { hasCorpus, SHARED, snapshot } from "./import_test_support.ts";

const CORPUS = `${SHARED}corpus/claude`;

/** Everything is imported once for all tests. */
let everything: Promise<readonly ImportedFile[]> | undefined;

function corpusTest(name: string, fn: (files: readonly ImportedFile[]) => void): void {
  const ignore = !canUseDisk || !hasCorpus();
  Deno.test({
    name: `${name}${ignore ? " (ignored: no corpus)" : ""}`,
    ignore,
    async fn() {
      everything ??= withTemporaryDirectory(async (scratch) => {
        const before = snapshot(CORPUS);
        const files = await importCorpus(Deno.realPathSync(CORPUS), scratch);
        assertEquals(snapshot(CORPUS), before, "the transcripts changed");
        return files;
      });
      fn(await everything);
    },
  });
}

function rowsOf({ path }: ImportedFile): readonly Row[] {
  return Deno.readTextFileSync(`${CORPUS}/${path}`).split("\n").flatMap((line): readonly Row[] => {
    try {
      const row = asRow(JSON.parse(line));
      return row === undefined ? [] : [row];
    } catch {
      return [];
    }
  });
}

function named(files: readonly ImportedFile[], part: string): readonly ImportedFile[] {
  const found = files.filter(({ path }) => path.includes(part));
  assert(found.length > 0, part);
  return found;
}

function exchangesOf({ sessions }: ImportedFile) {
  return sessions.flatMap(({ exchanges }) => exchanges);
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return asRows(content).map((block) => typeof block["text"] === "string" ? block["text"] : "").join("");
}

function contentOf(row: Row): unknown {
  return asRow(row["message"])?.["content"];
}

corpusTest("importTranscript() takes every real transcript, and the table tells of each", (files) => {
  assert(files.length > 70, `${files.length} files`);
  const table = corpusTable(files);
  for (const { path, sessions } of files) {
    assert(table.includes(path));
    assert(sessions.length > 0);
    for (const { report } of sessions) assert(report.outcome !== "failed", `${path}: ${report.reason}`);
  }
  const exchanges = files.flatMap(exchangesOf);
  assert(exchanges.length > 900, `${exchanges.length} exchanges`);
  assertEquals(exchanges.filter(({ client }) => client !== "claude-code"), []);
});

corpusTest(
  "importTranscript() starts an exchange with each prompt that only an attachment holds, and with no CI event",
  (files) => {
    let attachments = 0;
    let events = 0;
    for (const file of named(files, "e0378f7c")) {
      const questions = new Map(
        exchangesOf(file).flatMap(({ question }) => question === null ? [] : [[question.uuid, question.text]]),
      );
      const rows = rowsOf(file);
      const typedRows = new Set(rows.filter(({ type }) => type === "user").map((row) => textOf(contentOf(row)).trim()));
      for (const row of rows) {
        const attachment = asRow(row["attachment"]);
        if (attachment?.["type"] === "queued_command" && asRow(attachment["origin"])?.["kind"] === "human") {
          const prompt = textOf(attachment["prompt"]);
          assert(!typedRows.has(prompt.trim()), "it stands nowhere else");
          assertEquals(questions.get(asId(attachment["source_uuid"]))?.trim(), prompt.trim());
          attachments++;
        }
        if (textOf(contentOf(row)).startsWith("<ci-monitor-event>")) {
          assertEquals(asRow(row["origin"])?.["kind"], "human");
          assert(!questions.has(asId(row["uuid"])));
          assert(exchangesOf(file).some(({ evidence }) => evidence.some(({ uuid }) => uuid === row["uuid"])));
          events++;
        }
      }
      assert([...questions.values()].every((text) => !text.includes("<ci-monitor-event>")));
    }
    assert(attachments >= 13 && events >= 1, `${attachments} attachments, ${events} events`);
  },
);

corpusTest("importTranscript() learns the replies to a command that opens the conversation", (files) => {
  for (const file of named(files, "390ab778")) {
    const [first] = exchangesOf(file);
    assertEquals(first?.label, "command");
    assert(first !== undefined && first.answers.length > 20, `${first?.answers.length} replies`);
    assertEquals(file.sessions[0]?.report.repliesWithoutQuestion, 0);
  }
});

for (const session of ["e8811ad6", "70d782f7"]) {
  corpusTest(`importTranscript() loses no reply at the compaction boundaries of ${session}`, (files) => {
    for (const file of named(files, session)) {
      const rows = rowsOf(file);
      assert(rows.some(({ subtype }) => subtype === "compact_boundary"));
      const [first] = exchangesOf(file);
      const from = rows.findIndex(({ uuid }) => uuid === first?.question?.uuid);
      assert(from >= 0);
      const replies = rows.slice(from).filter((row) =>
        row["type"] === "assistant" && row["isSidechain"] !== true && row["isApiErrorMessage"] !== true &&
        asRow(row["message"])?.["model"] !== "<synthetic>" &&
        asRows(contentOf(row)).some(({ type, text }) => type === "text" && String(text).trim() !== "")
      ).map(({ uuid }) => uuid);
      const stored = exchangesOf(file).flatMap(({ answers }) => answers.map(({ uuid }) => uuid));
      assertEquals(stored, [...new Set(replies)]);
      assert(stored.length > 50);
    }
  });
}

const CLIENT_START =
  /^\s*(?:<(?:bash-|local-command|command-|task-notification|teammate-message|agent-message|cross-session|system-reminder|ci-monitor|channel |relay|project_claude)|\[Request interrupted|\[SYSTEM NOTIFICATION|This session is being continued|Caveat: The messages|Another Claude session|Stop hook feedback|Full transcript available|Read the output file)/;

corpusTest("importTranscript() starts no exchange with what a client wrote", (files) => {
  for (const file of files) {
    for (const { question } of exchangesOf(file)) {
      assert(!CLIENT_START.test(question?.text ?? ""), `${file.path}: ${question?.text.slice(0, 80)}`);
    }
  }
});

corpusTest("importTranscript() learns what was typed beside tool results", (files) => {
  let found = 0;
  for (const file of files) {
    const questions = new Map(exchangesOf(file).map(({ question }) => [question?.uuid, question?.text]));
    for (const row of rowsOf(file)) {
      const blocks = asRows(contentOf(row));
      if (row["type"] !== "user" || row["isSidechain"] === true || !blocks.some(({ type }) => type === "tool_result")) {
        continue;
      }
      const text = blocks.filter(({ type }) => type === "text").map(({ text }) => String(text)).join("\n\n").trim();
      if (text === "" || CLIENT_START.test(text)) continue;
      assertEquals(questions.get(asId(row["uuid"])), text, file.path);
      found++;
    }
  }
  assert(found >= 2, `${found} of them`);
});
