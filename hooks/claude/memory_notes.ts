/**
 * Auto memory: `projects/<folder>/memory/*.md`, notes that the agent keeps of a project (formats/claude_code.md 2.7). The
 * front matter says what kind a note is; a note without a kind, and the index `MEMORY.md`, are not taken.
 *
 * @module
 */
import type { Files, FileStat } from "../../lib/io/files.ts";
import { OPT_OUT_LINE } from "../../lib/ownership/mod.ts";
import { sha256Hex } from "../../lib/record/ids.ts";
import { asId, asRow, asText, asTime, safeId } from "../../lib/transcript/rows.ts";
import type {
  ClientModule,
  Json,
  Memories,
  MemoryFolder,
  MemoryNote,
  ReaderCounts,
  RecordReader,
} from "../../lib/types.ts";

/** Stands in every record that is made of notes. */
const MARK = "imprintMemory";
const INDEX = "MEMORY.md";
const MOST_NOTES = 500;
const MOST_BYTES = 64 * 1024;
/** Code units of a note that are kept. */
const MOST_TEXT = 2000;

/** What the front matter calls a note, and the kind of learning that it is. */
const KINDS: Readonly<Record<string, MemoryNote["kind"]>> = {
  user: "preferences",
  feedback: "preferences",
  project: "facts",
  reference: "facts",
};

/** The client's memory, behind the one interface of `lib/types.ts`. */
export const claudeMemories: Memories = {
  client: memoryClient(),
  list(files, store) {
    const projects = files.realPath(`${store}/projects`);
    if (projects === undefined) return [];
    return (files.list(projects) ?? []).flatMap((folder) => memoryFolder(files, `${projects}/${folder}`) ?? []);
  },
  notes,
  records: ({ session }, directories, notes, { optedOut }) => [
    { [MARK]: 1, session, directories: directories.map(({ path }) => path) },
    ...(optedOut ? [{ [MARK]: 1, typed: OPT_OUT_LINE }] : []),
    ...notes.map((note): Json => ({ [MARK]: 1, ...note })),
  ],
};

function memoryFolder(files: Pick<Files, "list" | "lstat">, folder: string): MemoryFolder | undefined {
  const session = safeId(`memory${folder.replace(/^.*\//, "")}`.slice(0, 128));
  const found = noteFiles(files, folder);
  const [first] = found;
  if (session === null || first === undefined) return undefined;
  const told = found.map(({ name, stat }) => `${name}:${stat.size}:${stat.mtime}`);
  return {
    session,
    // The index is what such a folder always has.
    path: `${folder}/memory/${INDEX}/${session}.jsonl`,
    transcripts: folder,
    mark: sha256Hex(told.join("\n")),
    stat: first.stat,
  };
}

interface NoteFile {
  readonly name: string;
  readonly path: string;
  readonly stat: FileStat;
}

/** Markdown files of the folder and of those in it; a link may lead anywhere. */
function noteFiles(files: Pick<Files, "list" | "lstat">, folder: string): readonly NoteFile[] {
  const found: NoteFile[] = [];
  const memory = `${folder}/memory`;
  const look = (directory: string, deeper: boolean) => {
    const own = files.lstat(directory);
    if (own?.isDirectory !== true || own.isSymlink) return;
    for (const each of files.list(directory) ?? []) {
      const path = `${directory}/${each}`;
      const stat = files.lstat(path);
      if (stat === undefined || stat.isSymlink || found.length >= MOST_NOTES) continue;
      if (stat.isDirectory && deeper) look(path, false);
      else if (stat.isFile && each.endsWith(".md") && path !== `${memory}/${INDEX}`) {
        found.push({ name: path.slice(memory.length + 1), path, stat });
      }
    }
  };
  look(memory, true);
  return found;
}

function notes(
  files: Pick<Files, "list" | "lstat" | "readText">,
  { transcripts }: MemoryFolder,
): readonly MemoryNote[] {
  return noteFiles(files, transcripts).flatMap(({ name, path, stat }): readonly MemoryNote[] => {
    if (stat.size > MOST_BYTES) return [];
    const { fields, body } = frontMatter(files.readText(path) ?? "");
    const kind = KINDS[fields.get("type") ?? ""];
    const text = (body === "" ? fields.get("description") ?? "" : body).slice(0, MOST_TEXT).toWellFormed().trim();
    if (kind === undefined || text === "") return [];
    const at = asTime(fields.get("modified")) ?? new Date(stat.mtime).toISOString();
    return [{ name, kind, text, at }];
  });
}

/** `key: value` lines between two lines of dashes; what is indented counts the same. */
function frontMatter(text: string): { readonly fields: ReadonlyMap<string, string>; readonly body: string } {
  const lines = text.split(/\r?\n/);
  const end = lines[0]?.trim() === "---" ? lines.findIndex((line, n) => n > 0 && line.trim() === "---") : -1;
  const fields = new Map<string, string>();
  for (const line of lines.slice(1, Math.max(end, 1))) {
    const [, key, value] = /^\s*([A-Za-z_]+):\s*(.*)$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) fields.set(key, value.trim().replace(/^(["'])(.*)\1$/, "$2"));
  }
  return { fields, body: lines.slice(end + 1).join("\n").trim() };
}

function memoryClient(): ClientModule {
  return {
    name: "claude-code",
    folder: "claude",
    recognises: (sample) => asRow(sample[0])?.[MARK] === 1,
    isSubagentFile: () => false,
    sessionOf: (path) => path.replace(/^.*[\\/]/, "").replace(/\.jsonl$/, ""),
    evidence(record) {
      const named = asRow(record)?.["directories"];
      const paths = Array.isArray(named) ? named.flatMap((path) => asId(path) ?? []) : [];
      return { directories: paths.map((path) => ({ path, source: "store" as const })), originSessions: [] };
    },
    evidenceNeedles: [`"${MARK}"`],
    evidenceKeys: false,
    automationNeedles: [],
    mayMatter: () => true,
    createReader: createMemoryReader,
    findSession: () => undefined,
    stores: () => [],
    transcripts: () => [],
  };
}

function createMemoryReader(): RecordReader {
  const counts: ReaderCounts = { ignored: 0, unknownMarkers: {} };
  return {
    counts,
    flags: { automation: false },
    read(record) {
      const row = asRow(record);
      if (row?.["typed"] === OPT_OUT_LINE) {
        const typed = { type: "typed", key: OPT_OUT_LINE, text: OPT_OUT_LINE, label: "typed", quoted: [] } as const;
        return [{ ...typed, uuid: null, parent: null, at: null, cwd: null }];
      }
      const name = asId(row?.["name"]);
      const kind = row?.["kind"];
      if (row === undefined || name === null || (kind !== "preferences" && kind !== "facts")) return [];
      const at = asTime(row["at"]);
      const text = asText(row["text"]) ?? "";
      return [{
        type: "signal",
        key: name,
        at,
        signal: { type: "memory", kind, text, isGone: row["isGone"] === true },
      }];
    },
    holds: () => false,
    finish: () => [],
    snapshot: () => null,
  };
}
