/**
 * Arbitrary rollouts for property tests: steps of a conversation in any order, in any form, with damage in between.
 *
 * @module
 */
import * as fc from "fast-check";
import { type Form, FORMS, type TestRow, thread, uuid7 } from "./rows_test_support.ts";

const TEXTS = [
  "fill the kettle",
  "and the pot",
  "<turn_aborted>\nstopped\n</turn_aborted>",
  "# Context from my IDE setup:\n\n## My request for Codex:\nshut it",
  "<skill>\ntea\n</skill>",
  "lone \ud83d surrogate",
  "",
];

const text = fc.constantFrom(...TEXTS);

/** One step of a conversation. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("typed" as const), text, steer: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("reply" as const), text }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("injected" as const), text }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("command" as const), text, code: fc.nat(2) }) },
  fc.record({ kind: fc.constant("end" as const) }),
  fc.record({ kind: fc.constant("begin" as const) }),
  fc.record({ kind: fc.constant("rollback" as const), turns: fc.nat(3) }),
  fc.record({ kind: fc.constant("compacted" as const), text }),
  fc.record({ kind: fc.constant("review" as const), text }),
  fc.record({ kind: fc.constant("aborted" as const) }),
  fc.record({ kind: fc.constant("message" as const), text }),
  fc.record({ kind: fc.constant("next file" as const), ordinal: fc.option(fc.nat(40)) }),
  fc.record({ kind: fc.constant("junk" as const), value: fc.jsonValue() }),
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Lines of a rollout. */
export const arbitraryRows: fc.Arbitrary<readonly unknown[]> = fc.record({
  form: fc.constantFrom(...FORMS),
  forked: fc.boolean(),
  steps: fc.array(step, { maxLength: 60 }),
}).map(({ form, forked, steps }) => rowsOf(form, forked, steps));

function rowsOf(form: Form, forked: boolean, steps: readonly Step[]): readonly unknown[] {
  const talk = thread({ form, at: 100, meta: forked ? { forked_from_id: uuid7(0) } : {} });
  const rows: unknown[] = talk.rows;
  for (const each of steps) {
    switch (each.kind) {
      case "typed":
        talk.typed(each.text, { steer: each.steer });
        break;
      case "reply":
        talk.reply(each.text);
        break;
      case "injected":
        talk.injected(each.text);
        break;
      case "command":
        talk.command(each.text, { output: each.text, code: each.code });
        break;
      case "end":
        talk.end();
        break;
      case "begin":
        talk.begin();
        break;
      case "rollback":
        talk.event({ type: "thread_rolled_back", num_turns: each.turns });
        break;
      case "compacted":
        talk.line("compacted", { message: each.text, replacement_history: [] });
        break;
      case "review":
        talk.event({ type: "entered_review_mode" });
        talk.typed(each.text, { steer: true });
        talk.event({ type: "exited_review_mode" });
        talk.reply(each.text);
        break;
      case "aborted":
        talk.event({ type: "turn_aborted", turn_id: talk.turn, reason: "interrupted" });
        break;
      case "message":
        talk.item({ type: "message", role: "assistant", content: [{ type: "output_text", text: each.text }] });
        break;
      case "next file":
        rows.push({ type: "imprint_next_file", payload: {} }, nextMeta(talk.id, each.ordinal));
        break;
      case "junk":
        rows.push(each.value);
    }
  }
  return rows;
}

function nextMeta(id: string, ordinal: number | null): TestRow {
  const base = ordinal === null ? {} : { history_base: { thread_id: id, end_ordinal_exclusive: ordinal } };
  return { type: "session_meta", ordinal: ordinal ?? 0, payload: { id, cwd: "/srv/kettle", ...base } };
}
