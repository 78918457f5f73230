/**
 * The session store of CLI 3 and VS Code 4: `sessions/<id>/<id>.messages.json` with the manifest `<id>.json` beside it
 * (formats/other_clients.md B.1, B.2). The manifest's `messages_path` can be stale or lead anywhere and is not followed.
 *
 * @module
 */
import type { Files } from "../../lib/io/files.ts";
import { readDocument } from "../../lib/jsonl/broken_document.ts";
import type { Json } from "../../lib/types.ts";
import { asId, asRow, asRows, realDirectories, type Row, safeId, type SessionRecord } from "./records.ts";

/** Documents longer than this are not read: V8's strings end at 512 MiB. */
export const MOST_DOCUMENT = 256 * 1024 * 1024;
/** Code units kept of a string that is no conversation, such as an image. */
const MOST_OTHER = 65_536;

/** What a path of the store says. */
interface SessionFile {
  readonly folder: string;
  /** Name of the folder: the root session. */
  readonly root: string;
  /** Name of the file without its ending. */
  readonly stem: string;
}

/**
 * The records of a session.
 *
 * @param path `<id>/<id>.messages.json`
 * @returns undefined for other files
 */
export function sessionRecords(files: Pick<Files, "stat" | "readText">, path: string): readonly Json[] | undefined {
  const file = sessionFile(path);
  const text = file === undefined ? undefined : readSized(files, path);
  const document = text === undefined ? undefined : readDocument(text, "messages");
  const held = asRow(document?.value);
  if (file === undefined || held === undefined || !Array.isArray(held["messages"])) return undefined;
  const manifest = asRow(readDocument(readSized(files, `${file.folder}/${file.root}.json`) ?? "")?.value);
  return [sessionRecord(file, held, manifest), ...asRows(held["messages"]).map(messageRecord)] as unknown as Json[];
}

function sessionFile(path: string): SessionFile | undefined {
  const found = /^(.*[\\/]([^\\/]+))[\\/]([^\\/]+)\.messages\.json$/.exec(path);
  if (found === null) return undefined;
  const [, folder = "", root = "", stem = ""] = found;
  return { folder, root, stem };
}

function readSized(files: Pick<Files, "stat" | "readText">, path: string): string | undefined {
  const size = files.stat(path)?.size;
  return size === undefined || size > MOST_DOCUMENT ? undefined : files.readText(path);
}

function sessionRecord({ root, stem }: SessionFile, held: Row, manifest: Row | undefined): SessionRecord {
  const origin = asRow(held["origin"]) ?? {};
  const history = asRow(asRow(manifest?.["metadata"])?.["sessionHistoryOrigin"]) ?? {};
  const kind = asId(held["agent"]);
  const isMode = (value: unknown) => value === undefined || value === "user";
  return {
    cline: "session",
    id: safeId(manifest?.["session_id"]) ?? safeId(held["sessionId"]) ?? safeId(stem) ?? "session",
    directories: realDirectories([manifest?.["cwd"], manifest?.["workspace_root"]]),
    agent: (kind !== null && kind !== "lead") || stem !== root,
    automated: ![origin, history].every((from) => isMode(from["mode"]) && from["trigger"] === undefined),
    ...(manifest?.["interactive"] === true ? { interactive: true } : {}),
  };
}

/** What is read of a message: what is rewritten behind its back, such as its cost, is not. */
function messageRecord(message: Row): { readonly cline: "message"; readonly message: Row } {
  const { id, role, ts, content, metadata } = message;
  const { kind, displayRole, userRunSpan } = asRow(metadata) ?? {};
  const marks = Object.fromEntries(
    Object.entries({ kind, displayRole, userRunSpan }).filter(([, v]) => v !== undefined),
  );
  const kept = Array.isArray(content) ? content.map(block) : content ?? null;
  return {
    cline: "message",
    message: { id: id ?? null, role: role ?? null, ts: ts ?? null, content: kept, metadata: marks },
  };
}

function block(value: unknown): unknown {
  const row = asRow(value);
  if (row === undefined) return value;
  if (row["type"] === "image" || row["type"] === "file" || row["type"] === "thinking") return { type: row["type"] };
  return Object.fromEntries(
    Object.entries(row).map(([key, inner]) => {
      const long = typeof inner === "string" && key !== "text" && inner.length > MOST_OTHER;
      return [key, long ? inner.slice(0, MOST_OTHER).toWellFormed() : inner];
    }),
  );
}
