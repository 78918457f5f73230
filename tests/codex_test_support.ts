/**
 * A scratch machine with a store of Codex; see `import_test_support.ts`.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { TestRow } from "../hooks/codex/rows_test_support.ts";
import { disk } from "../lib/io/disk.ts";
import { canonicalExchanges } from "../lib/record/canonical.ts";
import { EXCHANGES_FILE, isSafeKey, under } from "../lib/record/layout.ts";
import { readMeta } from "../lib/record/meta.ts";
import { readExchanges, type StoredExchange } from "../lib/record/read_exchanges.ts";
import { rawFrame } from "../lib/transcript/zstd_test_support.ts";
import { diskTest, withTemporaryDirectory } from "./disk_test_support.ts";
import { createMachine, type Machine } from "./import_test_support.ts";

/** Where and how a rollout is put into the store. */
export interface PutOptions {
  readonly archived?: boolean;
  /** `YYYY/MM/DD`; the day of all tests unless told. */
  readonly day?: string;
  /** Time in the name. */
  readonly time?: string;
  /** Id of the file, behind a revert. */
  readonly rollout?: string;
  readonly zst?: boolean;
}

/** A machine with a store of Codex. */
export interface CodexMachine extends Machine {
  /** `CODEX_HOME` */
  readonly codexHome: string;
  /** Writes a rollout. @returns its path */
  put(thread: string, content: string | readonly TestRow[], options?: PutOptions): string;
  /** The sessions of a working directory, by thread. */
  sessions(workDir: string): Readonly<Record<string, readonly StoredExchange[]>>;
  /** The sessions reduced to what store equality looks at, by thread. */
  canonicalSessions(workDir: string): Readonly<Record<string, unknown>>;
  /** Every message of a working directory as `uuid text`, in no order; fails when one is stored twice. */
  messages(workDir: string): readonly string[];
}

/** Registers a disk test on a scratch machine. */
export function codexTest(name: string, fn: (machine: CodexMachine) => Promise<void>, ignore = false): void {
  if (ignore) Deno.test({ name, ignore, fn: () => {} });
  else diskTest(name, () => withTemporaryDirectory((root) => fn(createCodexMachine(root))));
}

/** Sets a machine up below a directory. */
export function createCodexMachine(root: string, codexHome = `${root}/client/codex`): CodexMachine {
  const machine = createMachine(root);

  function directories(workDir: string): readonly string[] {
    const folder = `${workDir}/.umwelten/learnings/codex`;
    return (disk.list(folder) ?? []).filter(isSafeKey).map((key) => under(folder, key));
  }

  function exchangesIn(directory: string): readonly StoredExchange[] {
    const committed = readMeta(disk, directory).imprint?.revision;
    return readExchanges(disk, under(directory, EXCHANGES_FILE), { committed }).exchanges;
  }

  function bySession<T>(workDir: string, make: (exchanges: readonly StoredExchange[]) => T): Record<string, T> {
    return Object.fromEntries(
      directories(workDir).map((directory) => [
        readMeta(disk, directory).imprint?.sessionId ?? "?",
        make(exchangesIn(directory)),
      ]),
    );
  }

  return {
    ...machine,
    codexHome,
    put(thread, content, { archived = false, day = "2026/11/02", time = "2026-11-02T09-00-00", rollout, zst } = {}) {
      const folder = archived ? `${codexHome}/archived_sessions` : `${codexHome}/sessions/${day}`;
      Deno.mkdirSync(folder, { recursive: true });
      const name = `rollout-${time}-${thread}${rollout === undefined ? "" : `_${rollout}`}.jsonl`;
      const text = typeof content === "string" ? content : content.map((row) => `${JSON.stringify(row)}\n`).join("");
      const bytes = new TextEncoder().encode(text);
      const path = `${folder}/${name}${zst === true ? ".zst" : ""}`;
      Deno.writeFileSync(path, zst === true ? rawFrame(bytes) : bytes);
      return path;
    },
    exchanges: (workDir) => directories(workDir).flatMap(exchangesIn),
    sessions: (workDir) => bySession(workDir, (exchanges) => exchanges),
    canonicalSessions: (workDir) => bySession(workDir, canonicalExchanges),
    messages(workDir) {
      const rows = directories(workDir).flatMap((directory) =>
        (disk.readText(under(directory, EXCHANGES_FILE)) ?? "").split("\n").filter((line) => line !== "")
      ).map((line) => JSON.parse(line) as StoredRow);
      const found = rows.flatMap(({ question, answer = [], evidence = [], answersByUser = [] }) => [
        ...(question === undefined ? [] : [question]),
        ...answer,
        ...evidence,
        ...answersByUser,
      ]).map(({ uuid, text }) => `${uuid} ${text}`);
      assertEquals(found.length, new Set(found).size, "a message is stored twice");
      return found.sort();
    },
  };
}

interface StoredText {
  readonly uuid: string | null;
  readonly text: string;
}

/** A row of `exchanges.jsonl`, as far as these tests look at it; no text of theirs is cut into pieces. */
interface StoredRow {
  readonly question?: StoredText;
  readonly answer?: readonly StoredText[];
  readonly evidence?: readonly StoredText[];
  readonly answersByUser?: readonly StoredText[];
}

/** Every order of a few things. */
export function ordersOf<T>(things: readonly T[]): readonly (readonly T[])[] {
  if (things.length < 2) return [things];
  return things.flatMap((thing, index) =>
    ordersOf([...things.slice(0, index), ...things.slice(index + 1)]).map((rest) => [thing, ...rest])
  );
}
