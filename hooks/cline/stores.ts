/**
 * Where Cline keeps its conversations: the session store of CLI 3 and VS Code 4, and the task folders of older ones in each
 * editor's global storage. Indexes show a part of what is there (https://github.com/cline/cline/issues/6183), so folders are
 * listed.
 *
 * @module
 */
import type { Files } from "../../lib/io/files.ts";
import type { ClientModule, StoredTranscript } from "../../lib/types.ts";
import { UI } from "./legacy_documents.ts";
import { safeId } from "./records.ts";

/** Editors whose global storage may hold the extension's tasks, remote ones too (https://github.com/cline/cline/issues/4359). */
const EDITORS = ["Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf"];
const EXTENSION = "User/globalStorage/saoudrizwan.claude-dev";

/** Every directory that may hold conversations; most do not exist. */
export const clineStores: ClientModule["stores"] = ({ home, environment }) => {
  const data = environment("CLINE_DATA_DIR");
  const named = environment("CLINE_DIR");
  const sessions = environment("CLINE_SESSION_DATA_DIR");
  const usual = data !== undefined
    ? [data]
    : named !== undefined
    ? [`${named}/data`]
    : home === null
    ? []
    : [`${home}/.cline/data`];
  // Names where sessions lie; tasks stay where they were (https://github.com/vshulcz/deja-vu/issues/253).
  const own = sessions === undefined ? usual : [sessions, ...usual];
  if (home === null) return own;
  const roaming = environment("APPDATA") ?? `${home}/AppData/Roaming`;
  const editors = [`${home}/.config`, `${home}/Library/Application Support`, roaming].flatMap((base) =>
    EDITORS.map((editor) => `${base}/${editor}/${EXTENSION}`)
  );
  return [...own, ...editors, `${home}/.vscode-server/data/${EXTENSION}`];
};

/**
 * Every conversation of a store, sorted by path: sessions by their messages, tasks by what was shown. A task that was
 * migrated to the session store is listed there only.
 */
export function clineTranscripts(files: Files, store: string): StoredTranscript[] {
  const found: StoredTranscript[] = [];
  for (const id of files.list(`${store}/sessions`) ?? []) {
    add(files, found, `${store}/sessions/${id}/${id}.messages.json`);
  }
  // A store that holds the sessions themselves.
  for (const id of files.list(store) ?? []) add(files, found, `${store}/${id}/${id}.messages.json`);
  for (const id of files.list(`${store}/tasks`) ?? []) {
    if (safeId(id) === null || isMigrated(files, store, id)) continue;
    // One of the two may have been lost (https://github.com/cline/cline/issues/954).
    add(files, found, `${store}/tasks/${id}/${UI}`) ||
      add(files, found, `${store}/tasks/${id}/api_conversation_history.json`);
  }
  return found.sort((a, b) => a.path < b.path ? -1 : 1);
}

function add(files: Files, found: StoredTranscript[], path: string): boolean {
  const stat = files.lstat(path);
  if (!stat?.isFile || stat.isSymlink) return false;
  found.push({ path, stat });
  return true;
}

/** VS Code 4 reads old tasks and keeps those that go on as sessions of the same id in the store of the person's home. */
function isMigrated(files: Pick<Files, "stat">, store: string, id: string): boolean {
  const home = /^(.*?)[\\/](?:\.config|Library|AppData|\.vscode-server|\.cline)[\\/]/.exec(`${store}/`)?.[1];
  const stores = [`${store}/sessions`, ...(home === undefined ? [] : [`${home}/.cline/data/sessions`])];
  return stores.some((sessions) => files.stat(`${sessions}/${id}/${id}.messages.json`)?.isFile === true);
}

/**
 * Another conversation of the same store.
 *
 * @param transcript of the store
 */
export function findClineSession(
  files: Pick<Files, "list" | "stat">,
  transcript: string,
  session: string,
): string | undefined {
  const store = /^(.*)[\\/](?:sessions|tasks)[\\/][^\\/]+[\\/][^\\/]+$/.exec(transcript)?.[1];
  if (safeId(session) === null) return undefined;
  const paths = store === undefined
    ? [transcript.replace(/[\\/][^\\/]+[\\/][^\\/]+$/, `/${session}/${session}.messages.json`)]
    : [`${store}/sessions/${session}/${session}.messages.json`, `${store}/tasks/${session}/${UI}`];
  return paths.find((path) => files.stat(path)?.isFile);
}
