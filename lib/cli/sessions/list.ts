/**
 * `imprint-hook sessions list`: conversations with their digests.
 *
 * @module
 */
import { EXIT } from "../../errors.ts";
import type { Product } from "../../import/product.ts";
import { escapeControls as visible } from "../../io/escape_controls.ts";
import { writeText } from "../../io/terminal.ts";
import type { ParsedArguments } from "../command.ts";
import { hiddenSentence } from "../hidden_sentence.ts";
import { layoutOfTerminal } from "../layout_of_terminal.ts";
import { minuteOf, shortIds, zoneOf } from "../moment.ts";
import { areSeveralProjects, projectName } from "../project_column.ts";
import { type Layout, tableWithTexts } from "../screen.ts";
import { setUp } from "../setup.ts";
import { noSessionsText } from "./no_sessions_text.ts";
import { digestWords } from "./digest_words.ts";
import { type DigestedSession, digestedSessions, ofClients } from "./digests.ts";
import { namedCount } from "./named_values.ts";

const COMMAND = "sessions list";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const limit = namedCount(COMMAND, "limit", args.value("limit"));
  const product = await setUp({ mode: "person", home: args.value("home"), dryRun: true });
  const { sessions, readable } = await digestedSessions(product, args, COMMAND);
  const chosen = ofClients(sessions, { command: COMMAND, named: args.values("source") }).slice(0, limit);
  if (args.flag("json")) {
    const hidden = readable?.hidden ?? 0;
    const answer = { schema: 1, sessions: chosen.map(({ digest }) => digest), total: sessions.length, hidden };
    writeText("stdout", `${JSON.stringify(answer)}\n`);
    return EXIT.done;
  }
  const layout = layoutOfTerminal(args.flag("plain"));
  const parts = [];
  if (chosen.length > 0) {
    parts.push(
      sessionsTable(product, chosen, { layout, short: shortIds(sessions.map(({ digest }) => digest.id)) }),
      `Times are ${zoneOf(product.now())}. "sessions show ID${scopeWords(args)}" shows one.`,
    );
  } else parts.push(noSessionsText(args));
  const hidden = readable === undefined ? undefined : hiddenSentence(product, readable);
  if (hidden !== undefined) parts.push(hidden);
  writeText("stdout", `${parts.join("\n\n")}\n`);
  return EXIT.done;
}

/** What finds the listed conversations again. */
function scopeWords(args: ParsedArguments): string {
  const named = ["in", "workspace"].flatMap((name) => {
    const value = args.value(name);
    return value === undefined ? [] : [` --${name} ${/^[\w./:@~-]+$/.test(value) ? value : `"${visible(value)}"`}`];
  });
  return `${args.flag("all") ? " --all" : ""}${named.join("")}`;
}

function sessionsTable(
  product: Product,
  sessions: readonly DigestedSession[],
  { layout, short }: { readonly layout: Layout; short(id: string): string },
): string {
  // A habitat's sessions have no project.
  const places = areSeveralProjects(product, sessions.map(({ digest }) => digest.project));
  const rows = sessions.map(({ digest }) => [
    digest.client === "habitat" ? digest.id : short(digest.id),
    digest.type ?? digest.client,
    minuteOf(digest.last),
    ...(places ? [projectName(digest.project)] : []),
    digestWords(digest),
    digest.title,
  ]);
  const names = ["id", "client", "last", ...(places ? ["project"] : []), "digest", "first question"];
  return tableWithTexts(names, rows, { texts: 2, layout });
}
