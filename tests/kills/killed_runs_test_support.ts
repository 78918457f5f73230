/**
 * Real runs of the bundled program that are killed by SIGKILL at random moments, on a conversation that grows meanwhile.
 *
 * @module
 */
import { scriptFlags } from "../../lib/io/permissions.ts";
import { parse } from "@std/jsonc";
import { conversation, createMachine, type Machine } from "../import_test_support.ts";
import { denoLine } from "../program_test_support.ts";

/** What came of killing. */
export interface Killed {
  /** Runs that died by the signal. */
  readonly kills: number;
  /** Of these: after the first thing that they wrote. */
  readonly afterFirstWrite: number;
  /** Of these: while rows were being appended. */
  readonly whileAppending: number;
  /** Runs that had ended before the signal came. */
  readonly late: number;
  readonly questions: number;
  /** Questions, replies or learnings that are missing after an undisturbed run. */
  readonly lost: number;
  /** Messages and learnings that stand in the store twice. */
  readonly duplicated: number;
  /** Lines of the store, settings and states that cannot be read, but for torn ones. */
  readonly unreadable: number;
  /**
   * Beginnings of lines, of which the whole stands elsewhere in the file: a write that was killed had come that far, and
   * nothing is ever cut off (design section 5).
   */
  readonly torn: number;
}

/** One batch. */
export interface BatchOptions {
  /** The bundled script. */
  readonly script: string;
  readonly kills: number;
  /** Also kills `learn --relearn`, which writes a revision anew. */
  readonly relearns: boolean;
  /** 0 to 1. */
  readonly random: () => number;
}

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
/** So many kills, then the store is compared. */
const BETWEEN_CHECKS = 10;

/** A run writes for so many milliseconds, more or less. */
const WRITING_MILLISECONDS = 12;

interface Run {
  readonly signal: string | null;
  readonly milliseconds: number;
  /** It had written something when it was killed. */
  readonly wrote: boolean;
}

/** When a run is killed: so many milliseconds after its start, or after the first thing that it writes. */
interface Moment {
  readonly from: "start" | "first-write";
  readonly milliseconds: number;
}

/**
 * Kills until as many runs have died.
 *
 * @param root an empty directory
 */
export async function killBatch(root: string, { script, kills, relearns, random }: BatchOptions): Promise<Killed> {
  const machine = createMachine(root);
  const kettle = machine.project("kettle");
  const store = `${root}/person/.claude/projects/-kettle`;
  Deno.mkdirSync(store, { recursive: true });
  const transcript = `${store}/${SESSION}.jsonl`;
  const talk = conversation(SESSION, kettle);
  const count = { kills: 0, afterFirstWrite: 0, whileAppending: 0, late: 0, lost: 0, duplicated: 0 };
  const broken = { unreadable: new Set<string>(), torn: new Set<string>() };
  let turns = 0;

  function say(): void {
    turns++;
    talk.typed(`Remember: kettle ${turns} boils dry without its lid.`);
    talk.reply(`Kettle ${turns} gets its lid.`);
    Deno.writeTextFileSync(transcript, talk.rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  }

  const payload = (event: string): string =>
    JSON.stringify({
      session_id: SESSION,
      transcript_path: transcript,
      cwd: kettle,
      hook_event_name: event,
      ...(event === "Stop" ? { stop_hook_active: false, last_assistant_message: `Kettle ${turns} gets its lid.` } : {}),
    });
  const kinds: readonly (() => readonly [words: readonly string[], input: string])[] = [
    () => [["claude", "stop"], payload("Stop")],
    () => [["claude", "stop"], payload("Stop")],
    () => [["claude", "stop"], payload("Stop")],
    () => [["claude", "session-end"], payload("SessionEnd")],
    () => [["learn"], ""],
    () => [["workspace", "exclude", `**/secret-${turns}/**`], ""],
    ...(relearns ? [(): readonly [readonly string[], string] => [["learn", "--relearn"], ""]] : []),
  ];

  async function start(words: readonly string[], input: string, moment?: Moment): Promise<Run> {
    const { command, args, env } = denoLine(script, [...words, "--home", machine.home], scriptFlags(script));
    using watcher = Deno.watchFs([machine.home, kettle]);
    const begun = performance.now();
    const child = new Deno.Command(command, {
      args: [...args],
      cwd: root,
      stdin: "piped",
      stdout: "null",
      stderr: "null",
      clearEnv: true,
      env: { ...env, HOME: `${root}/person`, DENO_NO_UPDATE_CHECK: "1" },
    }).spawn();
    let timer = moment?.from === "start" ? setTimeout(() => killQuietly(child), moment.milliseconds) : undefined;
    let wrote = false;
    const watching = (async () => {
      for await (const { kind } of watcher) {
        if (kind === "access" || wrote) continue;
        wrote = true;
        if (moment?.from === "first-write") timer = setTimeout(() => killQuietly(child), moment.milliseconds);
      }
    })();
    await feed(child, input);
    const { signal } = await child.status;
    clearTimeout(timer);
    watcher.close();
    await watching;
    return { signal, milliseconds: performance.now() - begun, wrote };
  }

  function check(): void {
    const found = machine.exchanges(kettle);
    for (let turn = 1; turn <= turns; turn++) {
      const asked = found.filter(({ question }) => question?.text.includes(` kettle ${turn} `) === true);
      if (asked.length !== 1 || asked[0]?.answers.length !== 1) count.lost++;
    }
    count.duplicated += Math.max(0, found.length - turns);
    const learnings = new Set(learningTexts(machine, kettle));
    for (let turn = 1; turn <= turns; turn++) {
      if (![...learnings].some((text) => text.includes(`kettle ${turn} `))) count.lost++;
    }
  }

  say();
  const usual: number[] = [];
  for (const kind of kinds) usual.push((await start(...kind())).milliseconds);
  while (count.kills < kills) {
    say();
    const kind = Math.floor(random() * kinds.length);
    const [words, input] = kinds[kind]?.() ?? [[], ""];
    // Most of a run is its start: half of the kills aim behind that.
    const moment: Moment = random() < 0.5
      ? { from: "start", milliseconds: random() * (usual[kind] ?? 0) }
      : { from: "first-write", milliseconds: random() * WRITING_MILLISECONDS };
    const since = Date.now();
    const { signal, wrote } = await start(words, input, moment);
    if (signal === null) count.late++;
    else {
      count.kills++;
      if (wrote) count.afterFirstWrite++;
      if (isAppending(kettle, since)) count.whileAppending++;
    }
    const mends = count.kills % BETWEEN_CHECKS === 0 || count.kills >= kills;
    if (mends) {
      await start(["learn"], "");
      check();
    }
    const damage = damageIn(root, { rawRows: !relearns, ended: mends });
    damage.unreadable.forEach((line) => broken.unreadable.add(line));
    damage.torn.forEach((line) => broken.torn.add(line));
    count.duplicated += damage.duplicated;
  }
  return { ...count, questions: turns, unreadable: broken.unreadable.size, torn: broken.torn.size };
}

function killQuietly(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch {
    // It had ended.
  }
}

async function feed(child: Deno.ChildProcess, input: string): Promise<void> {
  const writer = child.stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(input));
    await writer.close();
  } catch {
    // It died before it read.
  }
}

/** The mark that stands while rows are appended was made since then. */
function isAppending(workDir: string, since: number): boolean {
  return storeFiles(workDir).some((path) =>
    path.endsWith("/.writing") && (Deno.statSync(path).mtime?.getTime() ?? 0) >= since
  );
}

function learningTexts(machine: Machine, workDir: string): readonly string[] {
  const sessions = machine.canonical(workDir) as readonly { readonly learnings: readonly (readonly unknown[])[] }[];
  return sessions.flatMap(({ learnings }) => learnings.map(([, , , text]) => String(text)));
}

function storeFiles(directory: string): readonly string[] {
  const files: string[] = [];
  try {
    for (const { name, isDirectory } of Deno.readDirSync(directory)) {
      const path = `${directory}/${name}`;
      if (isDirectory) files.push(...storeFiles(path));
      else files.push(path);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return files;
}

interface Damage {
  readonly unreadable: readonly string[];
  readonly torn: readonly string[];
  readonly duplicated: number;
}

/** @param options `ended`: the last run was not killed, so that what one tore is written again */
function damageIn(
  root: string,
  { rawRows, ended }: { readonly rawRows: boolean; readonly ended: boolean },
): Damage {
  const unreadable: string[] = [];
  const torn: string[] = [];
  let duplicated = 0;
  for (const path of [`${root}/kettle/.umwelten`, `${root}/imprint`].flatMap(storeFiles)) {
    // What was not renamed yet was never there.
    if (!/\.jsonc?$|\.jsonl$/.test(path)) continue;
    const text = Deno.readTextFileSync(path);
    const lines = path.endsWith(".jsonl") ? text.split("\n").filter((line) => line !== "") : [text];
    const seen = new Set<string>();
    for (const [index, line] of lines.entries()) {
      const row = read(line, path);
      if (row === undefined) {
        const isLast = index === lines.length - 1;
        const isTorn = path.endsWith(".jsonl") && (isLast && !ended || lines.some((other) => begins(other, line)));
        (isTorn ? torn : unreadable).push(`${path} ${line}`);
        continue;
      }
      if (!rawRows || !path.includes("/.umwelten/") || !path.endsWith(".jsonl")) continue;
      for (const id of identities(row)) {
        if (seen.has(id)) duplicated++;
        seen.add(id);
      }
    }
  }
  return { unreadable, torn, duplicated };
}

/** True for a longer line with that beginning; a relearn writes the same with another number. */
function begins(line: string, beginning: string): boolean {
  const plain = (text: string): string => text.replace(/"rev":\d+/, '"rev":0');
  return line !== beginning && plain(line).startsWith(plain(beginning));
}

function read(text: string, path: string): unknown {
  try {
    return path.endsWith(".jsonc") ? parse(text) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface StoredRow {
  readonly type?: string;
  readonly id?: string;
  readonly payload?: unknown;
  readonly question?: { readonly uuid: string } | null;
  readonly answer?: readonly { readonly uuid: string | null }[];
}

/** What may stand in the store once; a provisional reply has no id yet, and a row of the same id may say something new. */
function identities(row: unknown): readonly string[] {
  const { type, id, payload, question, answer = [] } = row as StoredRow;
  if (type !== "exchange") return payload === undefined ? [] : [`${id} ${JSON.stringify(payload)}`];
  return [
    ...(question === null || question === undefined ? [] : [`asked ${question.uuid}`]),
    ...answer.filter(({ uuid }) => uuid !== null).map(({ uuid }) => `told ${uuid}`),
  ];
}
