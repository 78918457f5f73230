/**
 * The editor's databases, `state.vscdb`: the one of all windows holds the conversations since 2025, those of each window
 * held them before and say which directory the window has (formats/other_clients.md C.1, C.3). Only `learn` reads them, and
 * only the rows that it needs; a hook never does.
 *
 * @module
 */
import type { Files, FileStat } from "../../lib/io/files.ts";
import { sha256Hex } from "../../lib/record/ids.ts";
import { type KeyValueTable, openKeyValue } from "../../lib/sqlite/key_value.ts";
import type { Collection, Collections, DocumentFiles, Json, StoredTranscript } from "../../lib/types.ts";
import { type EditorConversation, editorConversation, editorRecords } from "./editor_conversation.ts";
import { asId, asRow, asRows, type Row } from "./records.ts";

const DATABASE = "state.vscdb";
const CONVERSATION = "composerData:";
/** Rows of a window's database that held its conversations. */
const WINDOW_KEYS = ["composer.composerData", "workbench.panel.aichat.view.aichat.chatdata"];
/** Messages of one conversation, in bytes; a longer one is not read. */
const MOST_CONVERSATION = 128 * 1024 * 1024;
/** Bytes that are read of one database to see which conversations changed. */
const MOST_READ = 4 * 1024 ** 3;

/** What the editor keeps, behind the one interface of `lib/types.ts`. */
export const editorDatabases: Collections = {
  stores({ home, environment }) {
    if (home === null) return [];
    const roaming = environment("APPDATA") ?? `${home}/AppData/Roaming`;
    return [`${home}/.config`, `${home}/Library/Application Support`, roaming].map((base) => `${base}/Cursor/User`);
  },
  list: (files, store) =>
    [`${store}/globalStorage`, ...windows(files, store)].flatMap((folder) => listed(files, folder)),
  holds: (path) => /\.vscdb$/i.test(path),
  open: openEditorDatabase,
};

function windows(files: Pick<Files, "list">, store: string): readonly string[] {
  return (files.list(`${store}/workspaceStorage`) ?? []).map((hash) => `${store}/workspaceStorage/${hash}`);
}

function listed(files: Pick<Files, "lstat">, folder: string): readonly StoredTranscript[] {
  const path = `${folder}/${DATABASE}`;
  const stat = files.lstat(path);
  if (!stat?.isFile || stat.isSymlink) return [];
  // What was said last may stand in the log alone (https://github.com/AstroQore/vibe-bar/pull/184).
  const log = files.lstat(`${path}-wal`);
  const whole = log === undefined
    ? stat
    : { ...stat, size: stat.size + log.size, mtime: Math.max(stat.mtime, log.mtime) };
  return [{ path, stat: whole }];
}

/** One conversation that was found, and what has to be read for it. */
interface Found {
  readonly path: string;
  readonly stat: FileStat;
  read(): EditorConversation | undefined;
}

function openEditorDatabase(files: DocumentFiles, path: string): Collection | "busy" | undefined {
  const tables = ["cursorDiskKV", "ItemTable"].map((name) => openKeyValue(files, path, name));
  const [messages, items] = tables.map((each) => each.kind === "table" ? each.table : undefined);
  const close = () => tables.forEach((each) => each.kind === "table" && each.table.close());
  const stat = files.stat(path);
  if (tables.some(({ kind }) => kind === "busy")) {
    close();
    return "busy";
  }
  if (stat === undefined || (messages === undefined && items === undefined)) return undefined;
  const isSame = () => messages?.isSame() !== false && items?.isSame() !== false;
  try {
    const found = foundIn({ messages, items }, { path, stat });
    let windowsOf: ReadonlyMap<string, readonly string[]> | undefined;
    return {
      found: [...found.values()].map(({ path, stat }) => ({ path, stat })),
      records(transcript) {
        const conversation = found.get(transcript)?.read();
        if (conversation === undefined) return undefined;
        const rows = messages === undefined ? new Map<string, Row>() : messagesOf(messages, conversation.id);
        const own = windowDirectory(files, path);
        const also = own !== undefined ? [own] : (windowsOf ??= windowsBeside(files, path)).get(conversation.id) ?? [];
        const records = rows === undefined ? undefined : editorRecords(conversation, { rows, also });
        // Pages of two states do not fit together.
        return isSame() ? records : undefined;
      },
      close,
    };
  } catch (error) {
    close();
    if (!(error instanceof RangeError)) throw error;
    return isSame() ? undefined : "busy";
  }
}

interface Tables {
  readonly messages: KeyValueTable | undefined;
  readonly items: KeyValueTable | undefined;
}

/** Conversations by the path that stands for each; one that was moved to a row of its own is read there. */
function foundIn(
  { messages, items }: Tables,
  { path, stat }: { readonly path: string; readonly stat: FileStat },
): ReadonlyMap<string, Found> {
  const found = new Map<string, Found>();
  const add = (conversation: EditorConversation | undefined, text: string, read: Found["read"]) => {
    if (conversation === undefined) return;
    const name = `${path}/${conversation.id}.jsonl`;
    if (found.has(name)) return;
    // It changed when its row did, whatever else in the database changed.
    const mark = Number.parseInt(sha256Hex(text).slice(0, 12), 16);
    found.set(name, { path: name, stat: { ...stat, size: text.length, mtime: mark }, read });
  };
  let left = MOST_READ;
  for (const { key, value } of messages?.under(CONVERSATION) ?? []) {
    if (value === undefined) continue;
    left -= value.length;
    if (left < 0) break;
    const id = key.slice(CONVERSATION.length);
    add(editorConversation(parsed(value), id), value, () => {
      const [now] = messages?.under(key) ?? [];
      return now?.key === key ? editorConversation(parsed(now.value), id) : undefined;
    });
  }
  for (const row of windowRows(items)) {
    const conversation = editorConversation(row);
    add(conversation, JSON.stringify(row), () => conversation);
  }
  return found;
}

/** Conversations of a window's database; newer ones hold their ids alone. */
function windowRows(items: KeyValueTable | undefined): readonly Row[] {
  return WINDOW_KEYS.flatMap((name) => {
    const [first] = items?.under(name) ?? [];
    const held = first?.key === name ? asRow(parsed(first.value)) : undefined;
    return [...asRows(held?.["allComposers"]), ...asRows(held?.["tabs"])];
  });
}

/** @returns undefined when they are too long */
function messagesOf(messages: KeyValueTable, id: string): ReadonlyMap<string, Row> | undefined {
  const prefix = `bubbleId:${id}:`;
  const rows = new Map<string, Row>();
  let left = MOST_CONVERSATION;
  for (const { key, value = "" } of messages.under(prefix)) {
    left -= value.length;
    if (left < 0) return undefined;
    const row = asRow(parsed(value));
    if (row !== undefined) rows.set(key.slice(prefix.length), slim(row));
  }
  return rows;
}

/** What is needed of a message: the rest is many times as long. */
function slim(row: Row): Row {
  const kept = [
    ...["type", "text", "rawText", "createdAt", "timestamp", "isThought", "isSummary", "isSimulatedMsg", "grouping"],
    ...["toolFormerData", "workspaceProjectDir", "workspaceUris"],
  ];
  return Object.fromEntries(kept.flatMap((name) => row[name] === undefined ? [] : [[name, row[name]]]));
}

/** The directory of the window whose database it is; of a workspace of several folders none is known. */
function windowDirectory(files: Pick<Files, "readText" | "stat">, path: string): string | undefined {
  if (!/[\\/]workspaceStorage[\\/][^\\/]+[\\/]state\.vscdb$/.test(path)) return undefined;
  const file = `${path.slice(0, -DATABASE.length)}workspace.json`;
  if ((files.stat(file)?.size ?? 0) > 65_536) return undefined;
  return asId(asRow(parsed(files.readText(file)))?.["folder"]) ?? undefined;
}

/** Directories by conversation, as the databases of the windows tell which of them are theirs. */
function windowsBeside(files: DocumentFiles, path: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const store = /^(.*)[\\/]globalStorage[\\/]state\.vscdb$/.exec(path)?.[1];
  for (const folder of store === undefined ? [] : windows(files, store)) {
    const database = `${folder}/${DATABASE}`;
    const directory = windowDirectory(files, database);
    const opened = directory === undefined ? undefined : openKeyValue(files, database, "ItemTable");
    if (directory === undefined || opened?.kind !== "table") continue;
    try {
      for (const row of windowRows(opened.table)) {
        const id = asId(row["composerId"]) ?? "";
        found.set(id, [...found.get(id) ?? [], directory]);
      }
    } catch (error) {
      // A window whose database is damaged says nothing.
      if (!(error instanceof RangeError)) throw error;
    } finally {
      opened.table.close();
    }
  }
  return found;
}

function parsed(text: string | undefined): Json | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
