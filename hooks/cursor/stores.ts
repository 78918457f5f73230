/**
 * Where Cursor keeps its agent transcripts, and what else beside them says where a conversation took place
 * (formats/other_clients.md C.1, C.3).
 *
 * @module
 */
import { md5 } from "@noble/hashes/legacy.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Files } from "../../lib/io/files.ts";
import type { ClientModule, RecordedDirectory, StoredTranscript } from "../../lib/types.ts";
import { becomes, directoryOf } from "./folder_name.ts";
import { CHAT_DATABASE } from "./chat_database.ts";
import { asId, asRow, safeId } from "./records.ts";

/** Cursor's directory in the person's home. */
export const cursorStores: ClientModule["stores"] = ({ home }) => home === null ? [] : [`${home}/.cursor`];

/** Below a project's folder. */
const TRANSCRIPTS = "agent-transcripts";

/**
 * Every conversation below a store, sorted by path: transcripts of the editor in a folder of their own and of the CLI flat,
 * and the CLI's databases of conversations that have no transcript.
 */
export function cursorTranscripts(files: Files, store: string): StoredTranscript[] {
  const found: StoredTranscript[] = [];
  for (const slug of files.list(`${store}/projects`) ?? []) {
    const folder = `${store}/projects/${slug}/${TRANSCRIPTS}`;
    for (const name of files.list(folder) ?? []) {
      const path = name.endsWith(".jsonl") ? `${folder}/${name}` : `${folder}/${name}/${name}.jsonl`;
      const stat = safeId(name) === null ? undefined : files.lstat(path);
      if (stat?.isFile && !stat.isSymlink) found.push({ path, stat });
    }
  }
  const ids = new Set(found.map(({ path }) => path.replace(/^.*[\\/]|\.jsonl$/g, "")));
  return [...found, ...chatDatabases(files, store, ids)].sort((a, b) => a.path < b.path ? -1 : 1);
}

/** A chat that has a transcript, too, is read there. */
function chatDatabases(files: Files, store: string, ids: ReadonlySet<string>): readonly StoredTranscript[] {
  const folders = [
    ...(files.list(`${store}/chats`) ?? []).map((hash) => `${store}/chats/${hash}`),
    `${store}/acp-sessions`,
  ];
  return folders.flatMap((folder) => (files.list(folder) ?? []).map((id) => ({ folder, id })))
    .filter(({ id }) => safeId(id) !== null && !ids.has(id))
    .flatMap(({ folder, id }) => {
      const path = `${folder}/${id}/${CHAT_DATABASE}`;
      const stat = files.lstat(path);
      if (!stat?.isFile || stat.isSymlink) return [];
      // What was said last may stand in the log alone (https://github.com/AstroQore/vibe-bar/pull/184).
      const log = files.lstat(`${path}-wal`);
      return [{
        path,
        stat: log === undefined
          ? stat
          : { ...stat, size: stat.size + log.size, mtime: Math.max(stat.mtime, log.mtime) },
      }];
    });
}

/**
 * Another conversation of the same project.
 *
 * @param transcript of the store
 */
export function findCursorSession(
  files: Pick<Files, "list" | "stat">,
  transcript: string,
  session: string,
): string | undefined {
  const folder = /^(.*[\\/]agent-transcripts)[\\/]/.exec(transcript)?.[1];
  if (folder === undefined || safeId(session) === null) return undefined;
  return [`${folder}/${session}/${session}.jsonl`, `${folder}/${session}.jsonl`].find((path) =>
    files.stat(path)?.isFile
  );
}

/**
 * The directory of a conversation by its strongest witness: the folder that was trusted, the CLI's `meta.json`, and last
 * the project folder's name. Projects may share a folder by its name, so the `meta.json` of a conversation in a folder that
 * was trusted may refuse it, too.
 *
 * @param transcript `projects/<slug>/agent-transcripts/...`
 */
export function cursorSideDirectories(
  files: Pick<Files, "list" | "stat" | "readText" | "realPath">,
  transcript: string,
): readonly RecordedDirectory[] {
  const found = /^(.*)[\\/]projects[\\/]([^\\/]+)[\\/]agent-transcripts[\\/](?:[^\\/]+[\\/])?([^\\/]+)\.jsonl$/.exec(
    transcript,
  );
  if (found === null) return chatSideDirectories(files, transcript);
  const [, store = "", slug = "", session = ""] = found;
  const stated = [
    trusted(files, `${store}/projects/${slug}`, slug),
    ...chatDirectories(files, store, session),
  ].filter((path) => path !== undefined);
  const [path = directoryOf(files, slug), ...others] = new Set(stated);
  const further = others.map((other): RecordedDirectory => ({ path: other, source: "workspace-root" }));
  return path === undefined ? [] : [{ path, source: "store" }, ...further];
}

/** A database lies beside the `meta.json` that says where. */
function chatSideDirectories(
  files: Pick<Files, "stat" | "readText">,
  database: string,
): readonly RecordedDirectory[] {
  const [, folder = "", kind, hash] = /^(.*?[\\/](?:(chats)[\\/]([^\\/]+)|acp-sessions)[\\/][^\\/]+)[\\/]store\.db$/
    .exec(database) ?? [];
  const cwd = folder === "" ? null : asId(json(files, `${folder}/meta.json`)?.["cwd"]);
  const fits = cwd !== null && (kind === undefined || bytesToHex(md5(utf8ToBytes(cwd))) === hash);
  return fits ? [{ path: cwd, source: "store" }] : [];
}

/** Written when the person trusts the folder; another project may share it by its name, so the name has to fit. */
function trusted(files: Pick<Files, "stat" | "readText">, folder: string, slug: string): string | undefined {
  const path = asId(json(files, `${folder}/.workspace-trusted`)?.["workspacePath"]);
  return path !== null && becomes(path, slug) ? path : undefined;
}

/** `chats/<md5 of the directory>/<id>/meta.json` proves itself by its place. */
function chatDirectories(
  files: Pick<Files, "list" | "stat" | "readText">,
  store: string,
  session: string,
): readonly string[] {
  const cwdIn = (folder: string) => asId(json(files, `${folder}/${session}/meta.json`)?.["cwd"]);
  const chats = (files.list(`${store}/chats`) ?? []).filter((hash) => {
    const cwd = cwdIn(`${store}/chats/${hash}`);
    return cwd !== null && bytesToHex(md5(utf8ToBytes(cwd))) === hash;
  });
  const folders = [...chats.map((hash) => `${store}/chats/${hash}`), `${store}/acp-sessions`];
  return folders.map(cwdIn).filter((cwd) => cwd !== null);
}

/** A file longer than this is not one that the client writes. */
const MOST_JSON = 65_536;

function json(files: Pick<Files, "stat" | "readText">, path: string) {
  const size = files.stat(path)?.size ?? 0;
  if (size === 0 || size > MOST_JSON) return undefined;
  // What cannot be read now is no witness that says nothing: its error ends this conversation's run, and the next asks again.
  const text = files.readText(path) ?? "";
  try {
    return asRow(JSON.parse(text));
  } catch {
    return undefined;
  }
}
