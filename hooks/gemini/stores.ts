/**
 * Where Gemini CLI keeps its chats: `tmp/<dir>/chats/session-*.jsonl`, one JSON object in `session-*.json` before. What
 * `<dir>` was made of is written beside the chats (formats/other_clients.md E).
 *
 * @module
 */
import type { Files } from "../../lib/io/files.ts";
import { readDocument } from "../../lib/jsonl/broken_document.ts";
import { sha256Hex } from "../../lib/record/ids.ts";
import type { ClientModule, Json, RecordedDirectory, StoredTranscript } from "../../lib/types.ts";
import { asId, asRow, asRows, geminiLine } from "./records.ts";

/** Gemini CLI's directory in the person's home. */
export const geminiStores: ClientModule["stores"] = ({ home }) => home === null ? [] : [`${home}/.gemini`];

const CHAT = /^session-[\w.-]+\.jsonl?$/;

/** Every chat below a store, sorted by path; a chat that was migrated to lines is listed once. Sub-agents lie in folders. */
export function geminiTranscripts(files: Files, store: string): StoredTranscript[] {
  const found: StoredTranscript[] = [];
  for (const directory of files.list(`${store}/tmp`) ?? []) {
    const chats = `${store}/tmp/${directory}/chats`;
    const names = files.list(chats) ?? [];
    for (const name of names) {
      if (!CHAT.test(name) || (name.endsWith(".json") && names.includes(`${name}l`))) continue;
      const path = `${chats}/${name}`;
      const stat = files.lstat(path);
      if (stat?.isFile && !stat.isSymlink) found.push({ path, stat });
    }
  }
  return found.sort((a, b) => a.path < b.path ? -1 : 1);
}

/**
 * A chat's file ends with the first eight characters of its session's id.
 *
 * @param transcript a chat of the store
 */
export function findGeminiSession(
  files: Pick<Files, "list" | "stat">,
  transcript: string,
  session: string,
): string | undefined {
  const folder = transcript.replace(/[\\/][^\\/]*$/, "");
  const short = session.slice(0, 8);
  const name = (files.list(folder) ?? []).findLast((each) =>
    CHAT.test(each) && each.replace(/\.jsonl?$/, "").endsWith(`-${short}`)
  );
  return name === undefined || short.length < 8 ? undefined : `${folder}/${name}`;
}

/** A file longer than this is read as no document. */
const MOST_DOCUMENT = 256 * 1024 * 1024;

/**
 * The records of a chat that is one JSON object.
 *
 * @param path `session-*.json`
 */
export function geminiRecords(files: Pick<Files, "stat" | "readText">, path: string): readonly Json[] | undefined {
  if (!/[\\/]session-[\w.-]+\.json$/.test(path)) return undefined;
  const size = files.stat(path)?.size;
  if (size === undefined || size > MOST_DOCUMENT) return undefined;
  const held = asRow(readDocument(files.readText(path) ?? "")?.value);
  if (held === undefined || geminiLine(held)?.kind !== "metadata") return undefined;
  const { messages, ...metadata } = held;
  return [metadata, ...asRows(messages)] as unknown as Json[];
}

/** A registry longer than this is not read. */
const MOST_REGISTRY = 4 * 1024 * 1024;

/**
 * The project's directory: `.project_root` beside the chats, and the registered path that `projectHash` is the SHA-256 of.
 * Where both are there and differ, the registered one may only refuse the chat.
 *
 * @param transcript `tmp/<dir>/chats/...`
 */
export function geminiSideDirectories(
  files: Pick<Files, "stat" | "readText" | "open">,
  transcript: string,
): readonly RecordedDirectory[] {
  const found = /^(.*)[\\/]tmp[\\/]([^\\/]+)[\\/]chats[\\/][^\\/]+$/.exec(transcript);
  if (found === null) return [];
  const [, store = "", directory = ""] = found;
  const root = short(files, `${store}/tmp/${directory}/.project_root`)?.trim();
  const stated: readonly RecordedDirectory[] = root === undefined || root === ""
    ? []
    : [{ path: root, source: "store" }];
  const hash = hashOf(files, transcript);
  if (hash === null || (root !== undefined && sha256Hex(root) === hash)) return stated;
  const projects = asRow(asRow(readDocument(short(files, `${store}/projects.json`) ?? "")?.value)?.["projects"]) ?? {};
  const path = Object.keys(projects).find((each) => sha256Hex(each) === hash);
  if (path === undefined) return stated;
  return [...stated, { path, source: stated.length === 0 ? "store" : "workspace-root" }];
}

function short(files: Pick<Files, "stat" | "readText">, path: string): string | undefined {
  const size = files.stat(path)?.size;
  return size === undefined || size > MOST_REGISTRY ? undefined : files.readText(path);
}

/** The first line says it; of a long chat nothing else is read. */
function hashOf(files: Pick<Files, "open">, transcript: string): string | null {
  const file = files.open(transcript);
  if (file === undefined) return null;
  try {
    const head = new Uint8Array(65_536);
    const text = new TextDecoder().decode(head.subarray(0, file.read(head, 0)));
    return /"projectHash"\s*:\s*"([0-9a-f]{64})"/.exec(text)?.[1] ?? null;
  } finally {
    file.close();
  }
}

/**
 * Further directories that the chat was opened with: they may refuse it.
 *
 * @param record one parsed line
 */
export function geminiDirectories(record: unknown): readonly RecordedDirectory[] {
  const line = geminiLine(record);
  const named = line?.kind === "metadata" ? line.metadata["directories"] : undefined;
  if (!Array.isArray(named)) return [];
  return named.flatMap((each) => {
    const path = asId(each);
    return path === null ? [] : [{ path, source: "workspace-root" as const }];
  });
}
