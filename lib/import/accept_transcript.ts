/**
 * Which file a hook may read: one below a default or recorded store, by its real path. A payload is not trusted to name
 * any other, and a repository that sets the environment cannot move the stores (design section 4).
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import type { ClientModule, HookCall } from "../types.ts";
import type { Product } from "./product.ts";

/** The file, or why there is none; `reason` beside a file is a warning. */
export type AcceptedTranscript =
  | { readonly transcript: string; readonly reason?: string }
  | { readonly transcript?: undefined; readonly reason: string };

const DATABASE = /\.(?:db|vscdb|sqlite3?)$/i;

/**
 * Accepts the transcript that a payload names, or finds it by the session's id when the path is missing or leads nowhere
 * (https://github.com/anthropics/claude-code/issues/13668, https://github.com/thedotmack/claude-mem/issues/1234).
 */
export function acceptTranscript(product: Product, client: ClientModule, call: HookCall): AcceptedTranscript {
  const { files, config, directories } = product;
  const stores = [
    ...client.stores({ home: directories.home, environment: () => undefined }),
    ...config.stores.filter((store) => store.client === client.name).map(({ dir }) => dir),
  ];
  const named = call.transcript === null ? undefined : files.realPath(call.transcript);
  // No hook opens a database: it may be long, and is the client's at that moment.
  if (named !== undefined && DATABASE.test(named)) return { reason: "database" };
  if (named !== undefined && files.stat(named)?.isFile) {
    if (!stores.some((store) => isInside(files, store, named))) return { reason: "outside-stores" };
    // A name that says the session was understood with the payload.
    if (client.findInStore !== undefined) return { transcript: named };
    return otherSession(product, client, { named, sessionId: call.sessionId }) ?? { transcript: named };
  }
  if (client.findInStore !== undefined) return inStores(product, client, { stores, sessionId: call.sessionId });
  const found = stores.flatMap((store) => client.transcripts(files, store))
    .filter(({ path }) => isNamed(path, call.sessionId) && !DATABASE.test(path));
  const [largest, ...others] = found.sort((a, b) => b.stat.size - a.stat.size);
  if (largest === undefined) return { reason: "missing" };
  const transcript = files.realPath(largest.path) ?? largest.path;
  const isOnly = others.length === 0 && largest.smaller === undefined;
  return isOnly ? { transcript } : { transcript, reason: "several-files" };
}

/** The file bears the session's id, or the folder that it has to itself does: Copilot's `<id>/events.jsonl`, Cline's tasks. */
function isNamed(path: string, sessionId: string): boolean {
  const [name = "", folder] = path.split(/[/\\]/).reverse();
  return name.startsWith(`${sessionId}.`) || folder === sessionId;
}

function isInside(files: Pick<Files, "realPath">, store: string, real: string): boolean {
  const root = files.realPath(store);
  return root !== undefined && (real.startsWith(`${root}/`) || real.startsWith(`${root}\\`));
}

/** The session's file in the first store that holds one; not one that a link leads out of it to. */
function inStores(
  { files }: Product,
  client: ClientModule,
  { stores, sessionId }: { readonly stores: readonly string[]; readonly sessionId: string },
): AcceptedTranscript {
  for (const store of stores) {
    const found = client.findInStore?.(files, store, sessionId);
    const transcript = found === undefined ? undefined : files.realPath(found);
    if (transcript !== undefined && isInside(files, store, transcript)) return { transcript };
  }
  return { reason: "missing" };
}

/** So much of the end of a file is searched for its sessions. */
const TAIL_BYTES = 1024 * 1024;

/**
 * The file of the session that a payload is about, when the payload names another one's: after `--continue` hooks got the
 * path of the session before (https://github.com/anthropics/claude-code/issues/9188,
 * https://github.com/anthropics/claude-code/issues/8564). Rows of a resumed session may stand in a file of another name
 * all the same (https://github.com/anthropics/claude-code/issues/30802), so the end of the named one is looked at first.
 */
function otherSession(
  { files }: Product,
  client: ClientModule,
  { named, sessionId }: { readonly named: string; readonly sessionId: string },
): AcceptedTranscript | undefined {
  if (named.replace(/^.*[/\\]/, "").startsWith(`${sessionId}.`)) return undefined;
  const found = client.findSession(files, named, sessionId);
  const transcript = found === undefined ? undefined : files.realPath(found);
  if (transcript === undefined || transcript === named || endHolds(files, named, `"${sessionId}"`)) return undefined;
  return { transcript, reason: "other-session" };
}

function endHolds(files: Pick<Files, "open">, path: string, text: string): boolean {
  const handle = files.open(path);
  if (handle === undefined) return false;
  try {
    const from = Math.max(0, handle.size - TAIL_BYTES);
    const bytes = new Uint8Array(handle.size - from);
    let filled = 0;
    while (filled < bytes.length) {
      const count = handle.read(bytes.subarray(filled), from + filled);
      if (count === 0) break;
      filled += count;
    }
    return new TextDecoder().decode(bytes.subarray(0, filled)).includes(text);
  } finally {
    handle.close();
  }
}
