/**
 * How many stored conversations a reader was not shown, and why.
 *
 * @module
 */
import type { Product } from "../import/product.ts";
import { type Readable, readableSession } from "../import/readable_sessions.ts";
import { findWorkspace } from "../ownership/mod.ts";
import { counted } from "./edit_answer.ts";

/**
 * The sentence under a list, with the workspaces of the configuration that may read what is not shown.
 *
 * @returns undefined when everything is shown
 */
export function hiddenSentence(product: Product, readable: Readable): string | undefined {
  const { hidden } = readable;
  if (hidden === 0) return undefined;
  const holders = holdersOf(product, readable);
  const held = [...holders.values()].reduce((sum, count) => sum + count, 0);
  const parts = [...holders].sort(([a], [b]) => a < b ? -1 : 1).map(([name, count]) =>
    `workspace "${name}" has ${hidden === 1 ? "it" : count === hidden ? "them" : count} (--workspace ${name})`
  );
  if (held < hidden) {
    parts.push(`today's configuration hides ${hidden === 1 ? "it" : held === 0 ? "them" : hidden - held}`);
  }
  return `${counted(hidden, "stored conversation")} ${hidden === 1 ? "is" : "are"} not shown: ${parts.join("; ")}.`;
}

/** A name that a project's files give counts only when the configuration knows it. */
function holdersOf(product: Product, { hiddenSessions = [], workspace }: Readable): ReadonlyMap<string, number> {
  const holders = new Map<string, number>();
  for (const session of hiddenSessions) {
    const holder = session.meta.workspace;
    if (holder === workspace || findWorkspace(product.config, holder) === undefined) continue;
    if (readableSession(product, session, holder) === undefined) continue;
    holders.set(holder, (holders.get(holder) ?? 0) + 1);
  }
  return holders;
}
