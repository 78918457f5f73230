import { assertEquals } from "@std/assert";
import type { Files, FileStat } from "../../lib/io/files.ts";
import { codexParts } from "./parts.ts";
import { rolloutName } from "./rollout_names.ts";
import { uuid7 } from "./rows_test_support.ts";
import { codexHomeOf, codexStores, codexTranscripts, findCodexSession } from "./stores.ts";

const HOME = "/home/mira/.codex";
const DAY = `${HOME}/sessions/2026/11/02`;
const NEXT_DAY = `${HOME}/sessions/2026/12/24`;
const THREAD = uuid7(0);
const OLD_THREAD = "6ecb8519-b54b-4804-9a9c-5473ebcf92f6";

const name = (
  thread: string,
  options: { readonly time?: string; readonly rollout?: string; readonly zst?: boolean } = {},
) =>
  `rollout-${options.time ?? "2026-11-02T09-00-00"}-${thread}${
    options.rollout === undefined ? "" : `_${options.rollout}`
  }.jsonl${options.zst === true ? ".zst" : ""}`;

const STAT: FileStat = {
  isFile: true,
  isDirectory: false,
  isSymlink: false,
  size: 1,
  mtime: 1,
  mode: 0o600,
  uid: 1,
  dev: 1,
  ino: 1,
};

/** A tree of files, made of their paths; what is listed is counted. */
function tree(paths: readonly string[], links: readonly string[] = []) {
  const listed: string[] = [];
  const list = (folder: string) => {
    listed.push(folder);
    const inside = paths.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1));
    return inside.length === 0 ? undefined : [...new Set(inside.map((rest) => rest.split("/")[0] ?? ""))].sort();
  };
  const lstat = (path: string) => paths.includes(path) ? { ...STAT, isSymlink: links.includes(path) } : undefined;
  return { files: { list, lstat, stat: lstat } as unknown as Files, listed };
}

Deno.test("rolloutName() reads every measured name and no other", () => {
  const rollout = uuid7(5);
  const cases: readonly (readonly [string, readonly unknown[] | undefined])[] = [
    [name(THREAD), ["2026-11-02T09-00-00", THREAD, THREAD, false]],
    [name(OLD_THREAD), ["2026-11-02T09-00-00", OLD_THREAD, OLD_THREAD, false]],
    [name(THREAD, { rollout }), ["2026-11-02T09-00-00", THREAD, rollout, false]],
    [name(THREAD, { rollout, zst: true }), ["2026-11-02T09-00-00", THREAD, rollout, true]],
    [name(THREAD).toUpperCase().replace("ROLLOUT", "rollout").replace("JSONL", "jsonl"), [
      "2026-11-02T09-00-00",
      THREAD,
      THREAD,
      false,
    ]],
    ["rollout-2025-05-01-x.json", undefined],
    ["history.jsonl", undefined],
    [`${name(THREAD)}.tmp`, undefined],
  ];
  for (const [file, parts] of cases) {
    const read = rolloutName(file);
    assertEquals(read && [read.stamp, read.thread, read.rollout, read.compressed], parts, file);
  }
});

Deno.test("codexStores() takes CODEX_HOME before the home directory", () => {
  assertEquals(codexStores({ home: "/home/mira", environment: () => undefined }), [HOME]);
  assertEquals(
    codexStores({ home: "/home/mira", environment: (key) => key === "CODEX_HOME" ? "/srv/cx" : undefined }),
    ["/srv/cx"],
  );
  assertEquals(codexStores({ home: null, environment: () => undefined }), []);
});

Deno.test("codexTranscripts() lists live and archived threads, each once (report 4: https://github.com/skillsynchq/txcript/issues/54)", () => {
  const both = uuid7(60);
  const { files } = tree([
    `${DAY}/${name(THREAD)}`,
    `${DAY}/notes.txt`,
    `${HOME}/archived_sessions/${name(OLD_THREAD)}`,
    // Compressed and not yet removed, and archived while the live one is still there.
    `${DAY}/${name(both)}`,
    `${DAY}/${name(both, { zst: true })}`,
    `${HOME}/archived_sessions/${name(both)}`,
    `${HOME}/sessions/later/${name(uuid7(70))}`,
    `${HOME}/history.jsonl`,
  ]);
  assertEquals(codexTranscripts(files, HOME).map(({ path }) => path), [
    `${HOME}/archived_sessions/${name(OLD_THREAD)}`,
    `${DAY}/${name(THREAD)}`,
    `${DAY}/${name(both)}`,
  ]);
});

Deno.test("codexTranscripts() lists a compressed thread (report 3: https://github.com/vshulcz/deja-vu/issues/3640), the newest file of a reverted one, and no link", () => {
  const reverted = name(THREAD, { time: "2026-12-24T10-00-00", rollout: uuid7(5) });
  const link = `${DAY}/${name(uuid7(90))}`;
  const { files } = tree([
    `${DAY}/${name(OLD_THREAD, { zst: true })}`,
    `${DAY}/${name(THREAD)}`,
    `${NEXT_DAY}/${reverted}`,
    link,
  ], [link]);
  assertEquals(codexTranscripts(files, HOME).map(({ path }) => path), [
    `${DAY}/${name(OLD_THREAD, { zst: true })}`,
    `${NEXT_DAY}/${reverted}`,
  ]);
});

Deno.test("codexTranscripts() gives nothing for a store that is not there", () => {
  assertEquals(codexTranscripts(tree([]).files, HOME), []);
});

Deno.test("codexHomeOf() finds the store from live and archived rollouts, and on Windows", () => {
  assertEquals(codexHomeOf(`${DAY}/${name(THREAD)}`), HOME);
  assertEquals(codexHomeOf(`${HOME}/archived_sessions/${name(THREAD)}`), HOME);
  assertEquals(codexHomeOf(`C:\\Users\\mira\\.codex\\sessions\\2026\\11\\02\\${name(THREAD)}`), "C:/Users/mira/.codex");
  assertEquals(codexHomeOf(`/tmp/${name(THREAD)}`), undefined);
});

Deno.test("findCodexSession() finds a parent beside, by its birth, in the archive and anywhere", () => {
  const child = `${NEXT_DAY}/${name(uuid7(9_000_000))}`;
  const places: readonly (readonly [string, string])[] = [
    [`${NEXT_DAY}/${name(THREAD)}`, THREAD],
    [`${DAY}/${name(THREAD)}`, THREAD],
    [`${HOME}/archived_sessions/${name(THREAD)}`, THREAD],
    [`${HOME}/sessions/2025/09/01/${name(OLD_THREAD, { time: "2025-09-01T10-00-00" })}`, OLD_THREAD],
  ];
  for (const [path, thread] of places) {
    assertEquals(findCodexSession(tree([child, path]).files, child, thread), path);
    assertEquals(findCodexSession(tree([child, path]).files, child, thread.toUpperCase()), path);
  }
  assertEquals(findCodexSession(tree([child]).files, child, THREAD), undefined);
  assertEquals(findCodexSession(tree([child]).files, child, "../../etc"), undefined);
});

Deno.test("codexParts() reads a reverted thread's files in order, whichever is named", () => {
  const first = `${DAY}/${name(THREAD)}`;
  const second = `${DAY}/${name(THREAD, { time: "2026-11-02T09-05-00", rollout: uuid7(300) })}`;
  const third = `${NEXT_DAY}/${name(THREAD, { time: "2026-12-24T09-00-00", rollout: uuid7(900) })}`;
  const { files } = tree([first, second, third, `${DAY}/${name(uuid7(1))}`]);
  const paths = (path: string) => codexParts(files, path).map((part) => part.path);
  assertEquals(paths(third), [first, second, third]);
  assertEquals(paths(second), [first, second, third]);
  assertEquals(codexParts(files, third).map(({ marker }) => marker !== undefined), [false, true, true]);
  // The first file does not tell that it was reverted: what lies near is found.
  assertEquals(paths(first), [first, second]);
});

Deno.test("codexParts() keeps the file that was named in place of its twin", () => {
  const plain = `${DAY}/${name(THREAD)}`;
  const packed = `${DAY}/${name(THREAD, { zst: true })}`;
  const { files } = tree([plain, packed]);
  assertEquals(codexParts(files, packed), [{ path: packed }]);
  assertEquals(codexParts(files, plain), [{ path: plain }]);
  assertEquals(codexParts(tree([]).files, "/tmp/copy.jsonl"), [{ path: "/tmp/copy.jsonl" }]);
  assertEquals(codexParts(tree([]).files, `/tmp/${name(THREAD)}`), [{ path: `/tmp/${name(THREAD)}` }]);
});

Deno.test("codexParts() lists a few folders only for a thread that was never reverted", () => {
  const { files, listed } = tree([`${DAY}/${name(THREAD)}`, `${NEXT_DAY}/${name(uuid7(7))}`]);
  codexParts(files, `${DAY}/${name(THREAD)}`);
  assertEquals(listed.length <= 3, true, listed.join("\n"));
});
