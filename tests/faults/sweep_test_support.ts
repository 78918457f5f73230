/**
 * Interrupts a scenario at each of its calls, does it again undisturbed, and compares with a machine on which nothing
 * ever went wrong.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { createMachine, walk } from "../import_test_support.ts";
import { canHappen, FAULTS, withFault } from "./faulty_system_test_support.ts";
import { personInProcess } from "./person_in_process_test_support.ts";
import type { FaultMachine, Scenario } from "./scenario_test_support.ts";
import { stateOf } from "./state_test_support.ts";

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
  const act = await prepare(machine, scenario);
  const prepared = remember(root);
  let run: unknown;
  const { calls } = await withFault({ at: 0, fault: "crash" }, async () => run = await act());
  assertDone(run);
  const once = await stateOf(machine, scenario);
  await act();
  const twice = await stateOf(machine, scenario);
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
        await withFault({ at: index + 1, fault }, act);
        const left = remember(root);
        // Nothing came of it: what is done now is what was done without a fault.
        if (isSame(left, prepared)) continue;
        assertNever(machine, scenario);
        assertEquals(clientTexts(left, root), clients, "the client's transcripts changed");
        await act();
        const state = await stateOf(machine, scenario);
        if (scenario.adds !== true || !equal(state, once)) assertEquals(state, twice);
      } catch (error) {
        failures.push(`${where}: ${difference(error)}`);
      }
    }
  }
  return { scenario: scenario.name, calls: calls.length, faults, failures };
}

/** A hook looks for transcripts in the client's own place below the home directory, and nowhere else. */
export function createFaultMachine(root: string): FaultMachine {
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

/** Makes ready. @returns what is done then */
async function prepare(machine: FaultMachine, scenario: Scenario): Promise<() => Promise<unknown>> {
  const given = await scenario.prepare(machine) ?? "";
  return () => scenario.act(machine, given);
}

/** What is not done cannot be interrupted. */
function assertDone(run: unknown): void {
  if (typeof run === "object" && run !== null && "code" in run) assertEquals(run, { ...run, code: 0 });
}

function equal(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function assertNever({ root }: FaultMachine, { never }: Scenario): void {
  if (never === undefined) return;
  const found = [...walk(root)].filter((path) =>
    !path.startsWith(`${root}/person/.claude/`) && Deno.readTextFileSync(path).includes(never)
  );
  assertEquals(found, [], "files that hold what must not be stored");
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

/** True when the same files hold the same; directories were made anew. */
function isSame(one: Tree, other: Tree): boolean {
  if (one.size !== other.size) return false;
  for (const [path, { bytes, mtime, mode }] of one) {
    const was = other.get(path);
    if (was?.mode !== mode || (bytes === null) !== (was.bytes === null)) return false;
    if (bytes === null || was.bytes === null) continue;
    if (mtime.getTime() !== was.mtime.getTime() || !bytes.every((byte, n) => byte === was.bytes?.[n])) return false;
    if (bytes.length !== was.bytes.length) return false;
  }
  return true;
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

/** What clients write, and this program only reads. */
function isClients(path: string): boolean {
  return /^\/(?:person|drive\/Users\/mira)\/\.(?:claude\/projects|codex\/sessions|copilot\/session-state|cline\/data|cursor|gemini)\//
    .test(path);
}

function clientTexts(tree: Tree, root: string): readonly (readonly [string, string])[] {
  const decoder = new TextDecoder();
  return [...tree].flatMap(([path, { bytes }]) =>
    isClients(path.slice(root.length)) && bytes !== null ? [[path, decoder.decode(bytes)] as const] : []
  ).sort();
}
