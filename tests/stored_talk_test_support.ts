/**
 * Short forms for tests that compare what was said with what is stored.
 *
 * @module
 */
import { type Conversation, conversation, type Machine, type Row } from "./import_test_support.ts";

/** Rows as the lines of a transcript. */
export function lines(rows: readonly Row[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

/** Texts of replies. */
export function answersOf(answers: readonly { readonly text: string }[]): readonly string[] {
  return answers.map(({ text }) => text);
}

/** Each stored exchange as its question with its answers; of one session or of all. */
export function pairs(machine: Machine, workDir: string, sessionId?: string): readonly (readonly string[])[] {
  return machine.exchanges(workDir).filter((exchange) => sessionId === undefined || exchange.sessionId === sessionId)
    .map(({ question, answers }) => [...(question === null ? [] : [question.text]), ...answersOf(answers)]);
}

/** Texts of the stored questions. */
export function questions(machine: Machine, workDir: string): readonly string[] {
  return machine.exchanges(workDir).flatMap(({ question }) => question?.text ?? []);
}

/** A conversation as an older version writes it: no marker says who typed. */
export function claudeCode(version: string, sessionId: string, cwd: string): Conversation {
  const talk = conversation(sessionId, cwd);
  const row = (extra: Row): Row => talk.row({ ...extra, version });
  return {
    rows: talk.rows,
    get last() {
      return talk.last;
    },
    row,
    typed: (text, extra = {}) => row({ type: "user", message: { role: "user", content: text }, ...extra }),
    reply: (text, extra = {}) =>
      row({
        type: "assistant",
        message: {
          id: `msg_${talk.rows.length}`,
          role: "assistant",
          model: "sample",
          content: [{ type: "text", text }],
        },
        ...extra,
      }),
  };
}

/** A conversation of two turns, the second of which teaches something. */
export function twoTurns(sessionId: string, cwd: string): Conversation {
  const talk = conversation(sessionId, cwd);
  talk.typed("boil");
  talk.reply("boiled");
  talk.typed("remember: never boil it dry");
  talk.reply("noted");
  return talk;
}
