/**
 * What `forget` says to people: what goes, by its names, and what that means.
 *
 * @module
 */
import type { ForgetTargets, SessionContent } from "../import/forget_targets.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import { messageIdentityOf } from "../record/ids.ts";
import { saysSomething } from "../record/learnings_store.ts";
import type { StoredExchange } from "../record/read_exchanges.ts";
import { counted } from "./edit_answer.ts";
import { minuteOf, shortId } from "./moment.ts";
import { clip } from "./screen.ts";

/** More rows of a kind are counted. */
const MOST = 10;
/** Where no reader was shown what goes. */
const EARLIER = "earlier words that nobody is shown any more";
/** Columns of the first words. */
const WORDS = 60;

/** The lines, the first with the counts. */
export function forgetLines(
  { dryRun, purge, act, targets, carried, contents, busy }: {
    readonly dryRun: boolean;
    readonly purge: boolean;
    readonly act: string | null;
    readonly targets: ForgetTargets;
    /** Conversations of which what rules carry from run to run holds it. */
    readonly carried: number;
    readonly contents: readonly SessionContent[];
    readonly busy: readonly string[];
  },
): readonly string[] {
  const { exchanges, sessions, hashes } = targets;
  const learnings = toldLearnings(targets);
  const locked = busy.map((dir) => `"${visible(dir)}" was busy: run the command again to finish there.`);
  const remembered = `What is remembered of the last turns of ${counted(carried, "conversation")}`;
  if (hashes.size === 0) {
    return carried === 0 ? ["Nothing in this workspace holds that."] : [
      purge
        ? `${remembered} ${dryRun ? "would be" : "is"} taken out; nothing else in this workspace holds that.`
        : `${remembered} holds that, and nothing else in this workspace; --purge takes it out.`,
      ...locked,
    ];
  }
  const partly = partlyForgotten(targets, contents);
  const isAlone = sessions.length + exchanges.length + partly.length + learnings.length === 0;
  const what = [
    ...(sessions.length > 0 ? [counted(sessions.length, "conversation")] : []),
    counted(exchanges.length, "exchange"),
    ...(partly.length > 0 ? [`parts of ${counted(partly.length, "exchange")}`] : []),
    counted(learnings.length, "learning"),
    ...(isAlone && carried > 0 ? [`what is remembered of the last turns of ${counted(carried, "conversation")}`] : []),
  ].join(", ");
  const done = dryRun ? "would be" : "is";
  return [
    `${dryRun ? "Would be forgotten" : "Forgotten"}: ${isAlone && carried === 0 ? EARLIER : what}.`,
    ...first(exchanges.map((exchange) => `exchange ${exchangeWords(exchange)}`)),
    ...first(partly.map((exchange) => `part of exchange ${exchangeWords(exchange)}`)),
    ...first(learnings.map(({ row }) => `${row.kind} ${shortId(row.id)}  ${visible(row.payload.text)}`)),
    purge
      ? `Its text ${done} taken out of every file; no hook and no "learn" brings it back.`
      : `It ${done} shown no more, and no hook and no "learn" brings it back; its text stays on disk without --purge.`,
    ...(act === null ? [] : [takesBack(act, purge)]),
    ...locked,
  ];
}

/** Without the rows that only close what others told: they go, too, and say nothing. */
export function toldLearnings({ learnings }: Pick<ForgetTargets, "learnings">): ForgetTargets["learnings"] {
  return learnings.filter(({ row }) => saysSomething(row));
}

/** Nothing brings a text back that left the files but its transcript. */
function takesBack(act: string, purge: boolean): string {
  const command = `"imprint-hook unforget ${act}"`;
  return purge
    ? `${command} lets it be learned again, and brings no text back: "imprint-hook learn --relearn" reads it then where ` +
      "the transcript is still there."
    : `${command} takes this back.`;
}

/** Exchanges that stay without some of their messages: what was looked for stands in a reply, say. */
function partlyForgotten(
  { exchanges, hashes, late }: ForgetTargets,
  contents: readonly SessionContent[],
): readonly StoredExchange[] {
  const whole = new Set(exchanges.map(({ id }) => id));
  const partly = new Map<string, StoredExchange>();
  for (const exchange of contents.flatMap((content) => content.exchanges)) {
    const { id, client, answers, userAnswers, evidence } = exchange;
    if (client === null || whole.has(id)) continue;
    const goes = late.has(id) ||
      [...answers, ...userAnswers, ...evidence].some(({ uuid }) =>
        uuid !== null && hashes.has(messageIdentityOf(client, uuid))
      );
    // The part that holds the question says what it is about.
    if (goes && (exchange.question !== null || !partly.has(id))) partly.set(id, exchange);
  }
  return [...partly.values()];
}

function exchangeWords({ id, question, answers }: StoredExchange): string {
  const { at = null, text = "" } = question ?? answers[0] ?? {};
  return `${shortId(id)}  ${minuteOf(at)}  ${clip(visible(text.replaceAll(/\s+/g, " ")), WORDS)}`.trimEnd();
}

function first(rows: readonly string[]): readonly string[] {
  const more = rows.length > MOST ? [`and ${rows.length - MOST} more`] : [];
  return [...rows.slice(0, MOST), ...more].map((row) => `  ${row}`);
}
