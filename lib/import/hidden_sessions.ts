/**
 * What an earlier `forget` hid, as it stands in the files: a purge finds that, too.
 *
 * @module
 */
import { EXCHANGES_FILE, under } from "../record/layout.ts";
import { latestById, readLearnings } from "../record/learnings_store.ts";
import { readExchanges } from "../record/read_exchanges.ts";
import { readRows } from "../record/read_rows.ts";
import { carriedTexts } from "./carried_state.ts";
import type { SessionContent } from "./forget_targets.ts";
import type { Product } from "./product.ts";
import { mayRead, type ReadableSession } from "./readable_sessions.ts";
import { isForgottenSession } from "./standing_rows.ts";
import { storedSessions } from "./stored_sessions.ts";

/** Sessions of a workspace that were forgotten whole, and hold texts all the same: nothing was purged. */
export function hiddenSessions(product: Product, workspace: string): readonly ReadableSession[] {
  return storedSessions(product).flatMap(({ place: { directory, workDir }, meta }): readonly ReadableSession[] => {
    const isHidden = meta.workspace === workspace && meta.tombstone === undefined && isForgottenSession(product, meta);
    const session = { directory, workDir, meta };
    return isHidden && mayRead(product, meta) && holdsTexts(product, session) ? [session] : [];
  });
}

/** What stands in a session, with what was forgotten. */
export function contentWithHidden(
  { files }: Pick<Product, "files">,
  session: ReadableSession,
  key: Uint8Array,
): SessionContent {
  const { directory, meta: { revision: committed } } = session;
  const { learnings } = readLearnings(files, directory, { key, committed });
  const { exchanges } = readExchanges(files, under(directory, EXCHANGES_FILE), { committed });
  return {
    session,
    learnings: latestById(learnings).filter(({ row }) => row.payload.retracted !== true),
    exchanges: exchanges.filter(({ state }) => state !== "retracted"),
  };
}

function holdsTexts({ files }: Product, { directory, meta }: ReadableSession): boolean {
  let holds = carriedTexts(meta).length > 0;
  readRows(files, under(directory, EXCHANGES_FILE), { onRow: ({ type }) => void (holds ||= type === "exchange") });
  return holds ||
    readLearnings(files, directory, { key: undefined }).learnings.some(({ row }) => row.payload.text !== "");
}
