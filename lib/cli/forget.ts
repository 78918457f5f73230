/**
 * `imprint-hook forget`: learnings, exchanges and conversations that are not to be remembered, for good.
 *
 * @module
 */
import { EXIT, InputError, UsageError } from "../errors.ts";
import { carriedTexts, dropCarriedOf } from "../import/carried_state.ts";
import { finishForgetting, forget } from "../import/forget.ts";
import {
  createTargets,
  type ForgetScope,
  type ForgetTargets,
  holds,
  learningTargets,
  matchTargets,
  type SessionContent,
  withOtherSource,
} from "../import/forget_targets.ts";
import { contentWithHidden, hiddenSessions } from "../import/hidden_sessions.ts";
import type { Product } from "../import/product.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import { writeText } from "../io/terminal.ts";
import { contains } from "../paths/contain.ts";
import type { ForgetSubject } from "../record/forgotten.ts";
import { questionIdentity } from "../record/ids.ts";
import type { StoredLearning } from "../record/learnings_store.ts";
import { twinsIn } from "../record/question_twins.ts";
import type { ParsedArguments } from "./command.ts";
import { contentsOf, curatedScope, learningOfId, typedId } from "./curated_scope.ts";
import { forgetLines, toldLearnings } from "./forget_text.ts";
import { markLearning } from "./judge_learning.ts";
import { setUp } from "./setup.ts";
import { typedDirectory } from "./typed_directory.ts";

interface Chosen {
  readonly subject: ForgetSubject;
  readonly targets: ForgetTargets;
  /** The one learning that was named: its rule was wrong about it. */
  readonly judged?: { readonly learning: StoredLearning; readonly content: SessionContent };
}

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const [purge, dryRun] = [args.flag("purge"), args.flag("dry-run")];
  const product = await setUp({ mode: "person", home: args.value("home"), dryRun });
  const { workspace, sessions: shown, workDirs } = curatedScope(product, args);
  const left = dryRun ? undefined : await finishForgetting(product, workDirs);
  if (left !== undefined && left.acts.length > 0) {
    writeText("stderr", 'An earlier "forget" had been interrupted; what it was about is gone through again now.\n');
  }
  const sessions = purge ? [...shown, ...hiddenSessions(product, workspace)] : shown;
  // What is looked for by its words is looked for in what readers are not shown as well, which needs to know what they are.
  const isHiddenNamed = purge && args.value("match") === undefined;
  const key = await product.sealKey();
  const contents = isHiddenNamed
    ? sessions.map((session) => contentWithHidden(product, session, key))
    : await contentsOf(product, sessions);
  const { subject, targets: named, judged } = chosen(product, args, {
    contents,
    purged: purge ? product.files : undefined,
  });
  const targets = withOtherSource(named, contents);
  const match = args.value("match") ?? "";
  const isWanted = (text: string): boolean => match !== "" && holds(text, match);
  const carriers = sessions.filter(({ meta }) => carriedTexts(meta).some(isWanted));
  const counts = {
    learnings: toldLearnings(targets).length,
    exchanges: targets.exchanges.length,
    sessions: targets.sessions.length,
    carried: carriers.length,
  };
  let busy = left?.busy ?? [];
  if (!dryRun && purge) busy = [...new Set([...busy, ...await dropCarriedOf(product, carriers, isWanted)])];
  let act: string | null = null;
  if (!dryRun && targets.hashes.size > 0) {
    if (judged !== undefined) markLearning(product, judged, "forgotten");
    const done = await forget(product, targets, { subject, workspace, purge, workDirs });
    busy = [...new Set([...busy, ...done.busy])];
    act = done.act.id;
  }
  if (args.flag("json")) {
    writeText("stdout", `${JSON.stringify({ schema: 1, subject, dryRun, purge, act, ...counts, busy })}\n`);
  } else {writeText(
      "stdout",
      `${forgetLines({ dryRun, purge, act, targets, carried: carriers.length, contents, busy }).join("\n")}\n`,
    );}
  return busy.length === 0 ? EXIT.done : EXIT.failed;
}

function chosen(
  product: Product,
  args: ParsedArguments,
  { contents, purged }: ForgetScope,
): Chosen {
  const [id] = args.operands;
  const [session, directory, match] = [args.value("session"), args.value("in"), args.value("match")];
  if ([id, session, directory, match].filter((given) => given !== undefined).length !== 1) {
    throw new UsageError("forget: give exactly one of ID, --session S, --in DIR and --match TEXT");
  }
  if (session !== undefined) return { subject: "session", targets: ofSession(contents, session) };
  if (directory !== undefined) return { subject: "directory", targets: ofDirectory(product, contents, directory) };
  if (match !== undefined) return { subject: "match", targets: ofMatch(match, { contents, purged }) };
  const wanted = typedId("forget", id);
  const found = learningOfId(contents, wanted);
  if (found !== undefined) {
    return { subject: "learning", targets: learningTargets(found.learning, { contents, purged }), judged: found };
  }
  const all = contents.flatMap((content) => content.exchanges);
  const exchanges = all.filter((one) => one.id.startsWith(wanted));
  const ids = new Set(exchanges.map((exchange) => exchange.id));
  if (ids.size > 1) throw new InputError(`"${wanted}" begins ${ids.size} ids; give more of it: ${[...ids].join(", ")}`);
  if (ids.size === 0) {
    throw new InputError(`no learning or exchange "${wanted}" in this workspace; see "imprint-hook list --all"`);
  }
  const targets = createTargets();
  exchanges.forEach(targets.exchange);
  // The same question as it stands in the other source.
  for (const [line, question] of twinsIn(all)) {
    if (!ids.has(line) && !ids.has(question)) continue;
    for (const one of all) {
      if (ids.has(line) && one.id === question) targets.exchange(one);
      if (ids.has(question) && one.id === line) targets.twin(one);
    }
  }
  // What was learned from it goes with it.
  for (const { learnings } of contents) {
    for (const learning of learnings) {
      if (targets.found.hashes.has(questionIdentity(learning.row.provenance.exchangeId ?? ""))) {
        targets.learning(learning);
      }
    }
  }
  return { subject: "exchange", targets: targets.found };
}

function ofSession(contents: readonly SessionContent[], wanted: string): ForgetTargets {
  const found = contents.filter(({ session }) => session.meta.sessionId.startsWith(wanted));
  const ids = new Set(found.map(({ session }) => session.meta.sessionId));
  if (wanted.length < 6 || ids.size === 0) {
    throw new InputError(`no stored conversation "${visible(wanted)}" in this workspace; "show ID" names a learning's`);
  }
  if (ids.size > 1) throw new InputError(`"${visible(wanted)}" begins ${ids.size} conversations; give more of it`);
  return ofSessions(found);
}

function ofDirectory(product: Product, contents: readonly SessionContent[], typed: string): ForgetTargets {
  const { facts, environment } = product;
  const { dir } = typedDirectory(product, typed);
  const { view, machine } = facts;
  const lexical = view.identify(dir);
  const roots = [lexical, view.find(lexical).real].filter((place) => place !== null);
  const found = contents.filter(({ session }) =>
    session.meta.directories.some((recorded) => {
      const fact = facts.directory(recorded, environment);
      const places = [fact.lexical, fact.real].filter((place) => place !== null);
      return roots.some((root) => places.some((place) => contains(root, place, machine.paths)));
    })
  );
  if (found.length === 0) {
    throw new InputError(`no stored conversation of this workspace was at or below "${visible(dir)}"`);
  }
  return ofSessions(found);
}

function ofSessions(contents: readonly SessionContent[]): ForgetTargets {
  const targets = createTargets();
  contents.forEach(targets.session);
  return targets.found;
}

/** Shorter texts stand everywhere. */
const SHORTEST_MATCH = 3;

function ofMatch(text: string, scope: ForgetScope): ForgetTargets {
  if (text.trim().length < SHORTEST_MATCH) {
    throw new UsageError(`forget: --match takes at least ${SHORTEST_MATCH} characters`);
  }
  return matchTargets(text, scope);
}
