/**
 * Interrupts a scenario at each of its calls, does it again undisturbed, and compares with a machine on which nothing
 * ever went wrong.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { createMachine, walk } from "../import_test_support.ts";
import { canHappen, type Fault, FAULTS, withFault } from "./faulty_system_test_support.ts";
import { personInProcess } from "./person_in_process_test_support.ts";
import type { FaultMachine, Scenario } from "./scenarios_test_support.ts";

/** What came of one scenario. */
export interface Swept {
  readonly scenario: string;
  /** Calls that it makes when nothing happens. */
  readonly calls: number;
  readonly faults: number;
  /** What was different afterwards. */
  readonly failures: readonly string[];
}

/**
 * Sweeps a scenario.
 *
 * @param root an empty directory
 * @param options `every`: only each so many-th pair of call and fault, beginning at `from`
 */
export async function sweepScenario(
  root: string,
  scenario: Scenario,
  { every = 1, from = 0 }: { readonly every?: number; readonly from?: number } = {},
): Promise<Swept> {
  const machine = createFaultMachine(root);
  // What is loaded late is loaded before calls are counted.
  await scenario.prepare(machine);
  const prepared = remember(root);
  const { calls } = await withFault({ at: 0, fault: "crash" }, () => scenario.act(machine));
  await scenario.act(machine);
  const expected = await stateOf(machine, scenario);
  const failures: string[] = [];
  let faults = 0;
  let pair = from;
  const clients = clientTexts(prepared, root);
  for (const [index, call] of calls.entries()) {
    for (const fault of FAULTS) {
      if (!canHappen(fault, call) || pair++ % every !== 0) continue;
      faults++;
      restoreTo(root, prepared);
      const where = `${scenario.name}, ${fault} at call ${index + 1} of ${calls.length} (${call})`;
      try {
        await interrupt(machine, scenario, { at: index + 1, fault });
        assertEquals(clientTexts(remember(root), root), clients, "the client's transcripts changed");
        await scenario.act(machine);
        assertEquals(await stateOf(machine, scenario), expected);
      } catch (error) {
        failures.push(`${where}: ${difference(error)}`);
      }
    }
  }
  return { scenario: scenario.name, calls: calls.length, faults, failures };
}

/** A hook looks for transcripts in the client's own place below the home directory, and nowhere else. */
function createFaultMachine(root: string): FaultMachine {
  const store = `${root}/person/.claude/projects`;
  Deno.mkdirSync(store, { recursive: true });
  return {
    ...createMachine(root),
    ...personInProcess(root),
    store,
    transcript(sessionId, rows) {
      Deno.mkdirSync(`${store}/-kettle`, { recursive: true });
      const path = `${store}/-kettle/${sessionId}.jsonl`;
      Deno.writeTextFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
      return path;
    },
  };
}

/** The lines of a comparison that differ. */
function difference(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split("\n").filter((line, n) => n === 0 || /^[+-] /.test(line)).slice(0, 12).join("\n    ");
}

async function interrupt(
  machine: FaultMachine,
  scenario: Scenario,
  fault: { readonly at: number; readonly fault: Fault },
): Promise<void> {
  await withFault(fault, () => scenario.act(machine));
  const { never } = scenario;
  if (never === undefined) return;
  const { root } = machine;
  const found = [...walk(root)].filter((path) =>
    !path.startsWith(`${root}/person/.claude/`) && Deno.readTextFileSync(path).includes(never)
  );
  assertEquals(found, [], "files that hold what must not be stored");
}

/** What has to be equal: the store (design section 5), what the program shows of it, the configuration, the settings. */
async function stateOf(machine: FaultMachine, { eitherHolds = false }: Scenario): Promise<unknown> {
  const { root } = machine;
  const list = await machine.type(["list", "--in", `${root}/kettle`, "--json"]);
  return {
    stores: ["kettle", "research", "imprint/data/work/default", "imprint/data/work/research"]
      .map((place) => eitherHolds ? messagesOf(machine, `${root}/${place}`) : machine.canonical(`${root}/${place}`)),
    listed: [list.code, list.stderr, ...shown(list.stdout, eitherHolds)],
    config: textOf(`${root}/imprint/config.jsonc`),
    settings: textOf(`${root}/person/.claude/settings.json`),
    workDirs: sortedRows(`${root}/imprint/data/workdirs.jsonl`),
  };
}

/** The messages of a working directory, whichever of its sessions holds them. */
function messagesOf(machine: FaultMachine, workDir: string): unknown {
  const byId = new Map<string, string[]>();
  for (const { id, question, answers } of machine.exchanges(workDir)) {
    const texts = byId.get(id) ?? [];
    byId.set(id, texts);
    if (question !== null && question !== undefined) texts.push(`asked: ${question.text}`);
    texts.push(...answers.map(({ uuid, text }) => `${uuid}: ${text}`));
  }
  return [...byId].map(([id, texts]) => [id, ...texts.sort()].join("\n")).sort();
}

/** What a person sees of each row; when a relearn wrote it does not matter. */
function shown(stdout: string, eitherHolds: boolean): readonly string[] {
  const { rows } = JSON.parse(stdout) as { rows: { id: string; kind: string; payload: { text: string } }[] };
  return rows.map(({ id, kind, payload }) => `${kind} ${eitherHolds ? "" : id} ${payload.text}`).sort();
}

/** Sealed rows, acts and pauses carry the time of their run and the key of their machine. */
function withoutTimes(text: string): string {
  return text.replace(/"(?:seal|at|now|until|from)":"[^"]*"/g, '""');
}

function textOf(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return undefined;
  }
}

function sortedRows(path: string): readonly string[] {
  const rows = (textOf(path) ?? "").split("\n").filter((line) => {
    try {
      return JSON.parse(line) !== null;
    } catch {
      return false;
    }
  });
  return [...new Set(rows.map((line) => withoutTimes(line)))].sort();
}

/** Everything below a directory. */
export type Tree = ReadonlyMap<
  string,
  { readonly bytes: Uint8Array | null; readonly mtime: Date; readonly mode: number }
>;

/** Remembers everything below a directory. */
export function remember(root: string): Tree {
  const tree = new Map<string, { bytes: Uint8Array | null; mtime: Date; mode: number }>();
  const visit = (directory: string): void => {
    for (const { name, isDirectory } of Deno.readDirSync(directory)) {
      const path = `${directory}/${name}`;
      const { mtime, mode } = Deno.statSync(path);
      tree.set(path, {
        bytes: isDirectory ? null : Deno.readFileSync(path),
        mtime: mtime ?? new Date(0),
        mode: (mode ?? 0o600) & 0o777,
      });
      if (isDirectory) visit(path);
    }
  };
  visit(root);
  return tree;
}

/** Makes a directory again what it was. */
export function restoreTo(root: string, tree: Tree): void {
  for (const { name } of Deno.readDirSync(root)) Deno.removeSync(`${root}/${name}`, { recursive: true });
  for (const [path, { bytes, mtime, mode }] of tree) {
    if (bytes === null) Deno.mkdirSync(path, { mode });
    else {
      Deno.writeFileSync(path, bytes, { mode });
      Deno.utimeSync(path, mtime, mtime);
    }
  }
}

function clientTexts(tree: Tree, root: string): readonly (readonly [string, string])[] {
  const decoder = new TextDecoder();
  return [...tree].flatMap(([path, { bytes }]) =>
    path.startsWith(`${root}/person/.claude/projects/`) && bytes !== null
      ? [[path, decoder.decode(bytes)] as const]
      : []
  ).sort();
}
