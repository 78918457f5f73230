/**
 * What has to be equal after a fault and the next run.
 *
 * @module
 */
import { TEMPORARY_SUFFIX } from "../../lib/io/temporary_suffix.ts";
import { walk } from "../import_test_support.ts";
import type { FaultMachine, Scenario } from "./scenario_test_support.ts";

/** Where a scenario may leave files beside the store. */
const PLACES = [
  "kettle",
  "shared",
  "research",
  "habitat",
  "out.jsonl",
  "out.html",
  "imprint/data",
  "imprint/profiles.json",
  "person",
];

/**
 * The store (design section 5), what the program shows of it, the configuration, the settings, what is kept, and whatever
 * lies in the projects.
 */
export async function stateOf(machine: FaultMachine, { eitherHolds = false }: Scenario): Promise<unknown> {
  const { root } = machine;
  const list = await machine.type(["list", "--in", `${root}/kettle`, "--json"]);
  return {
    stores: ["kettle", "shared", "research", "imprint/data/work/default", "imprint/data/work/research"]
      .map((place) => eitherHolds ? messagesOf(machine, `${root}/${place}`) : machine.canonical(`${root}/${place}`)),
    listed: [list.code, list.stderr, ...shown(list.stdout, eitherHolds)],
    config: textOf(`${root}/imprint/config.jsonc`),
    files: PLACES.flatMap((place) => filesBelow(`${root}/${place}`)).filter((path) => counts(path.slice(root.length)))
      .map((path) => [withoutTimes(path), contentOf(path)]),
  };
}

/** The store is compared by what it says, the caches not at all; the clients' files by their bytes elsewhere. */
function counts(path: string): boolean {
  if (/\/\.umwelten\/learnings\/(?!shared\/)/.test(path) || path.startsWith("/imprint/data/work/")) return false;
  if (/\/(?:\.[\w.-]*lock|[\w.-]*\.lock|seal\.key)$/.test(path)) return false;
  return !path.endsWith(TEMPORARY_SUFFIX) && !path.startsWith("/person/.claude/projects/");
}

function filesBelow(place: string): readonly string[] {
  try {
    return Deno.statSync(place).isDirectory ? [...walk(place)] : [place];
  } catch {
    return [];
  }
}

/** Rows in no order, each once; other files as they are. */
function contentOf(path: string): string | readonly string[] {
  const text = withoutTimes(textOf(path) ?? "");
  // The time of a report is packed with what it holds.
  if (path.endsWith(".html")) return text.replace(/(<script type="application\/octet-stream"[^>]*>)[\w+/=]*/g, "$1");
  if (!path.endsWith(".jsonl")) return text;
  return path.includes("/imprint/data/") ? [...new Set(completeRows(text))].sort() : completeRows(text);
}

function completeRows(text: string): readonly string[] {
  return text.split("\n").filter((line) => {
    try {
      return JSON.parse(line) !== null;
    } catch {
      return false;
    }
  });
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

/** Times, and what is made of them: seals, ids of what is appended. */
function withoutTimes(text: string): string {
  return text.replace(/"(?:seal|at|now|until|from|id|runId)":"[^"]*"/g, '""')
    .replace(/\d{4}-\d\d-\d\dT\d\d[:-]\d\d[:-]\d\d(?:\.\d+)?Z/g, "TIME");
}

function textOf(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return undefined;
  }
}
