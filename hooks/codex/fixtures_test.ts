import { assert, assertEquals } from "@std/assert";
import { diskTest } from "../../tests/disk_test_support.ts";
import cases from "../../fixtures/codex/cases.json" with { type: "json" };
import expected from "../../fixtures/codex/expected.json" with { type: "json" };
import { codex } from "./client.ts";
import { factsOf, FIXTURES, isThere, linesOf, rolloutsBelow, SHARED, skipOf } from "./fixtures_test_support.ts";
import { mayMatter } from "./may_matter.ts";

for (const { file, says, questions, answers, cwds, ...more } of cases) {
  diskTest(`reader() reads ${says} (fixtures/codex/${file.slice(0, file.lastIndexOf("/"))})`, async () => {
    const facts = await factsOf(`${FIXTURES}${file}`);
    assertEquals(facts.questions, questions);
    assertEquals(facts.answers, answers);
    assertEquals(facts.rewound, "rewound" in more ? more.rewound : []);
    assertEquals(facts.cwds, cwds);
    assertEquals(skipOf(facts), "skip" in more ? more.skip : null);
  });
}

diskTest("fixtures/codex/cases.json says something about every rollout there", () => {
  const files = [...rolloutsBelow(FIXTURES.replace(/\/$/, ""))].map((path) => path.slice(FIXTURES.length));
  assertEquals(cases.map(({ file }) => file).sort(), files.sort());
});

const ROLLOUTS = `${SHARED}formats/codex_rollouts/`;

for (const [file, { questions, answers, cwds, skip }] of Object.entries(expected)) {
  Deno.test({
    name: `reader() reads the shared rollout ${file}`,
    ignore: !isThere(ROLLOUTS),
    async fn() {
      const facts = await factsOf(`${ROLLOUTS}${file}`);
      const found = { questions: facts.questions.length, answers: facts.answers.length, cwds: facts.cwds };
      assertEquals({ ...found, skip: skipOf(facts) }, { questions, answers, cwds, skip });
    },
  });
}

Deno.test({
  name: "fixtures/codex/expected.json says something about every shared rollout",
  ignore: !isThere(ROLLOUTS),
  fn() {
    const files = [...rolloutsBelow(ROLLOUTS.replace(/\/$/, ""))].map((path) => path.slice(ROLLOUTS.length));
    assertEquals(Object.keys(expected).sort(), files.sort());
  },
});

const CORPUS = `${SHARED}corpus/codex`;

function corpusTest(name: string, fn: () => Promise<void>): void {
  Deno.test({ name, ignore: !isThere(CORPUS), fn });
}

/** What no user types. */
const CLIENT_START =
  /^\s*(?:<(?:environment_context|user_instructions|skill|turn_aborted|subagent_notification|user_action)>|# AGENTS\.md instructions|# Context from my IDE setup:|Warning: apply_patch was requested|Another language model)/;

corpusTest("reader() reads every public rollout and opens on nothing that the client wrote", async () => {
  let questions = 0;
  for (const path of rolloutsBelow(CORPUS)) {
    const facts = await factsOf(path);
    for (const text of facts.questions) assert(!CLIENT_START.test(text), `${path}: ${text.slice(0, 80)}`);
    const typed = facts.events.filter((event) => event.type === "typed");
    assertEquals(new Set(typed.map(({ key }) => key)).size, typed.length, path);
    if (facts.subagent) assertEquals(facts.questions, []);
    questions += facts.questions.length;
  }
  assert(questions > 80);
});

corpusTest("reader() asks in a public rollout what its events say was sent", async () => {
  for (const path of rolloutsBelow(`${CORPUS}/h-morishita-esol__devenv`)) {
    const sent = (await linesOf(path)).flatMap(({ records }) => records).flatMap((record) => {
      const { payload } = record as { payload?: { type?: string; message?: string } };
      return payload?.type === "user_message" ? [payload.message ?? ""] : [];
    });
    assertEquals((await factsOf(path)).questions, sent, path);
  }
});

corpusTest("mayMatter() changes no event and no evidence of a public rollout", async () => {
  let skipped = 0;
  for (const path of rolloutsBelow(CORPUS)) {
    const lines = await linesOf(path);
    const read = (kept: typeof lines) => {
      const reader = codex.createReader({ sessionId: "thread" });
      return [...kept.flatMap(({ records }) => records).flatMap((record) => reader.read(record)), ...reader.finish()];
    };
    const kept = lines.filter(({ text }) => mayMatter(text));
    skipped += lines.length - kept.length;
    assertEquals(read(kept), read(lines), path);
    for (const { text, records } of lines) {
      if (!mayMatter(text)) assertEquals(records.flatMap((record) => codex.evidence(record).directories), []);
    }
  }
  assert(skipped > 1000, `${skipped} lines are not parsed`);
});

corpusTest("recognises() knows every public rollout, and none of Claude Code's transcripts", async () => {
  const others = new Set(["schema_drift.jsonl"]);
  const sampleOf = async (path: string) => (await linesOf(path)).flatMap(({ records }) => records).slice(0, 30);
  for (const path of rolloutsBelow(CORPUS)) {
    const isOne = !others.has(path.slice(path.lastIndexOf("/") + 1));
    assertEquals(codex.recognises(await sampleOf(path)), isOne, path);
  }
  for (const path of rolloutsBelow(`${SHARED}corpus/claude/entireio__cli`)) {
    assertEquals(codex.recognises(await sampleOf(path)), false, path);
  }
});
