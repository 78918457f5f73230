/**
 * The verdict about one session of an open transcript, as an import and `explain` reach it.
 *
 * @module
 */
import type { RecordedDirectory } from "../types.ts";
import { type Asker, judge, type Judged } from "./judge.ts";
import { pausesFor } from "./pauses.ts";
import type { Product } from "./product.ts";
import { isAllPaused } from "./read_flags.ts";
import type { SessionImport } from "./session_import.ts";
import type { KnownFlags } from "./transcript_state.ts";

/** What is known about the session. */
export interface JudgeSessionOptions {
  readonly directories: readonly RecordedDirectory[];
  readonly flags: Pick<KnownFlags, "optedOut" | "automation">;
  /** Files that tool records name, where a workspace claims files. */
  readonly touched: readonly string[] | undefined;
  /** Judge for this workspace instead of the asker's. */
  readonly workspace?: string;
}

/** Judges; whether all was said during a pause is asked only where there is one. */
export function judgeSession(
  product: Product,
  at: SessionImport,
  { directories, flags, touched = [], workspace }: JudgeSessionOptions,
): Judged {
  const { namedByPerson } = at.options;
  const asker: Asker = workspace === undefined ? at.options.asker : { kind: "person", workspace };
  const { optedOut, automation } = flags;
  const decideWith = (paused: boolean): Judged =>
    judge(product, directories, {
      flags: { optedOut, automation, paused, isExport: at.client.exported !== undefined, namedByPerson },
      asker,
      touched,
      remotes: at.session.remotes ?? [],
    });
  const judged = decideWith(false);
  const pauses = pausesFor(product, judged.facts.directories);
  return pauses !== undefined && isAllPaused(at, pauses) ? decideWith(true) : judged;
}
