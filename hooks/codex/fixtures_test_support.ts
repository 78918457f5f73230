/**
 * Rollouts on the disk for tests: this project's own and, where they are, the shared ones beside it.
 *
 * @module
 */
import { createExchangeBuilder } from "../../lib/exchange/builder.ts";
import { disk } from "../../lib/io/disk.ts";
import { decodeLine } from "../../lib/jsonl/decode.ts";
import { readLines } from "../../lib/jsonl/read_lines.ts";
import { openSource } from "../../lib/transcript/open_transcript.ts";
import type { SessionEvent } from "../../lib/types.ts";
import { codex } from "./client.ts";

/** `fixtures/codex/` */
export const FIXTURES = new URL("../../fixtures/codex/", import.meta.url).pathname;
/** The shared folder beside the project, which not every machine has. */
export const SHARED = new URL("../../../shared/", import.meta.url).pathname;

/** True when a folder is there and may be read. */
export function isThere(folder: string): boolean {
  if (Deno.permissions.querySync({ name: "read" }).state !== "granted") return false;
  try {
    return Deno.statSync(folder).isDirectory;
  } catch {
    return false;
  }
}

/** Every file below a folder that may be a rollout, sorted. */
export function* rolloutsBelow(folder: string): Generator<string> {
  for (const { name, isDirectory } of [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1)) {
    if (isDirectory) yield* rolloutsBelow(`${folder}/${name}`);
    else if (/\.jsonl(?:\.zst)?$/.test(name)) yield `${folder}/${name}`;
  }
}

/** One line with its records. */
export interface ReadLine {
  readonly text: string;
  readonly records: readonly unknown[];
}

/** The lines of a rollout, decoded. */
export async function linesOf(path: string): Promise<readonly ReadLine[]> {
  const handle = await openSource(disk, path);
  if (handle === undefined) throw new Error(`no file "${path}"`);
  try {
    const lines: ReadLine[] = [];
    readLines(handle, (line) => void lines.push({ text: line.text, records: decodeLine(line).records }));
    return lines;
  } finally {
    handle.close();
  }
}

/** What a rollout holds by itself, as the product would take it. */
export interface RolloutFacts {
  readonly subagent: boolean;
  readonly automation: boolean;
  readonly events: readonly SessionEvent[];
  /** Questions that were not taken back. */
  readonly questions: readonly string[];
  readonly rewound: readonly string[];
  /** Replies to {@linkcode RolloutFacts.questions}. */
  readonly answers: readonly string[];
  /** Directories without those that may only refuse, each once. */
  readonly cwds: readonly string[];
}

/** Reads one rollout by itself. */
export async function factsOf(path: string): Promise<RolloutFacts> {
  const records = (await linesOf(path)).flatMap((line) => line.records);
  const sample = () => records.slice(0, 30);
  const reader = codex.createReader({ sessionId: codex.sessionOf?.(path, sample) ?? "" });
  const events = [...records.flatMap((record) => reader.read(record)), ...reader.finish()];
  const builder = createExchangeBuilder("codex");
  const changes = events.flatMap((event) => builder.push(event));
  const dead = new Set(changes.flatMap((change) => change.type === "state" ? [change.exchangeId] : []));
  const texts = (type: "question" | "answer", alive: boolean) =>
    changes.flatMap((change) => change.type === type && dead.has(change.exchangeId) !== alive ? [change.text] : []);
  const subagent = codex.isSubagentFile(path, sample);
  const directories = records.flatMap((record) => codex.evidence(record).directories);
  const cwds = directories.filter(({ source }) => source !== "workspace-root").map((directory) => directory.path);
  return {
    subagent,
    automation: reader.flags.automation,
    events,
    questions: texts("question", true),
    rewound: texts("question", false),
    answers: subagent ? [] : texts("answer", true),
    cwds: [...new Set(cwds)],
  };
}

/** Why the product would skip a rollout that it finds, where no workspace has a root. */
export function skipOf({ subagent, automation, cwds }: RolloutFacts): string | null {
  if (subagent) return "sub-agent";
  if (automation) return "automation";
  return cwds.length === 0 ? "no-evidence" : null;
}
