/**
 * What is fed with wrong bytes, each as the program itself calls it. A target throws only when something is wrong.
 *
 * @module
 */
import { parse } from "@std/jsonc";
import { CLIENTS } from "../../hooks/clients.ts";
import { INSTALLERS } from "../../hooks/installers.ts";
import { changed } from "../../lib/cli/config_edit/jsonc_edit.ts";
import { InputError } from "../../lib/errors.ts";
import { acceptTranscript } from "../../lib/import/accept_transcript.ts";
import { contextLearnings } from "../../lib/import/context_learnings.ts";
import { storedSessions } from "../../lib/import/stored_sessions.ts";
import { gatherFacts, readConfig, readPolicy } from "../../lib/ownership/mod.ts";
import { parseMountinfo } from "../../lib/paths/mountinfo.ts";
import { importTranscript } from "../../lib/pipeline.ts";
import { EXCHANGES_FILE, under } from "../../lib/record/layout.ts";
import { readLearnings } from "../../lib/record/learnings_store.ts";
import { type MemoryFiles } from "../../lib/record/memory_files_test_support.ts";
import { readExchanges } from "../../lib/record/read_exchanges.ts";
import { conversation } from "../import_test_support.ts";
import { type FuzzMachine, fuzzMachine, HOME, KETTLE, rowsOf, STORE } from "./machine_test_support.ts";
import type { Chance } from "./mutate_test_support.ts";
import type { Seed } from "./seeds_test_support.ts";

/** One input. */
export interface FuzzInput {
  readonly bytes: Uint8Array;
  readonly seed: Seed;
  readonly chance: Chance;
}

/** Feeds one input. @throws {Error} when the program does what it must not */
export type Target = (input: FuzzInput) => void | Promise<void>;

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Imports the bytes as a transcript, then once more: a second run must change no row, with its state or without. */
export const transcriptTarget: Target = async ({ bytes, seed, chance }) => {
  const machine = fuzzMachine({ config: chance.below(3) });
  const path = placeOf(seed.path);
  machine.disk.replace(path, bytes);
  const at = machine.disk.stat(path)?.mtime;
  await importFile(machine, path);
  readBack(machine);
  await contextLearnings(machine.product, [{ path: KETTLE, source: "record" }]);
  if (chance.below(4) > 0) return;
  const rows = JSON.stringify(rowsOf(machine.disk));
  if (chance.below(2) === 0) forgetState(machine.disk);
  await importFile(machine, path);
  if (JSON.stringify(rowsOf(machine.disk)) !== rows) throw new Error("a second run changed rows");
  if (machine.disk.stat(path)?.mtime !== at) throw new Error("the transcript was touched");
};

/** The path of a transcript as its client would have it. */
function placeOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name.endsWith(".zst")) return `${HOME}/.codex/sessions/2026/10/26/${name}`;
  if (name.endsWith(".messages.json")) {
    const id = name.replace(/\.messages\.json$/, "");
    return `${HOME}/.cline/data/sessions/${id}/${name}`;
  }
  if (name.endsWith(".json")) return `${HOME}/.cline/data/tasks/1756000000000/ui_messages.json`;
  return name === "gemini.jsonl" ? `${HOME}/.gemini/tmp/x/chats/session-a.jsonl` : `${STORE}/${SESSION}.jsonl`;
}

/** Learns a file, as a hook does. */
export async function importFile({ product }: FuzzMachine, transcript: string, final = true): Promise<void> {
  await importTranscript(product, {
    transcript,
    clients: CLIENTS,
    asker: { kind: "hook" },
    namedByPerson: false,
    dryRun: false,
    final,
  });
}

function forgetState(disk: MemoryFiles): void {
  for (const path of disk.contents.keys()) if (path.includes("/.imprint/state/")) disk.contents.delete(path);
}

/** Reads everything back that is stored, as list, show and search do. */
export function readBack({ product }: FuzzMachine): void {
  for (const { place, meta } of storedSessions(product)) {
    readExchanges(product.files, under(place.directory, EXCHANGES_FILE), { committed: meta.revision });
    readLearnings(product.files, place.directory, { key: undefined, committed: meta.revision });
  }
}

/** The store of a short conversation, once. */
const STORED: Promise<ReadonlyMap<string, Uint8Array>> = storedTalk();

async function storedTalk(): Promise<ReadonlyMap<string, Uint8Array>> {
  const machine = fuzzMachine();
  const talk = conversation(SESSION, KETTLE);
  talk.typed("remember: never boil it dry");
  talk.reply("noted");
  talk.typed("why does it whistle?");
  talk.reply("the lid");
  machine.disk.replace(`${STORE}/${SESSION}.jsonl`, lines(talk.rows));
  await importFile(machine, `${STORE}/${SESSION}.jsonl`);
  return new Map(machine.disk.contents);
}

function lines(rows: readonly unknown[]): Uint8Array {
  return encoder.encode(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

/** Files of the store and of the state, as seeds. */
export async function storeSeeds(): Promise<readonly Seed[]> {
  return [...await STORED].filter(([path]) => /\/\.umwelten\/|\/\.imprint\/(?:state|data)\//.test(path))
    .map(([path, bytes]) => ({ path, bytes }));
}

/** One file of the store is damaged; the conversation goes on, and what is there is read. */
export const storeTarget: Target = async ({ bytes, seed }) => {
  const machine = fuzzMachine();
  for (const [path, content] of await STORED) machine.disk.replace(path, content);
  machine.disk.replace(seed.path, bytes);
  readBack(machine);
  const talk = conversation(SESSION, KETTLE);
  for (const text of ["remember: never boil it dry", "why does it whistle?", "and now?"]) {
    talk.typed(text);
    talk.reply("noted");
  }
  machine.disk.replace(`${STORE}/${SESSION}.jsonl`, lines(talk.rows));
  await importFile(machine, `${STORE}/${SESSION}.jsonl`);
  readBack(machine);
};

/** Payloads of every client: what they lead to lies in a store, and their ids are safe as a part of a path. */
export const payloadTarget: Target = async ({ bytes }) => {
  const machine = fuzzMachine();
  machine.disk.replace(`${STORE}/${SESSION}.jsonl`, lines(conversation(SESSION, KETTLE).rows));
  for (const client of CLIENTS) {
    const read = client.readPayload?.(bytes) ?? client.argumentWord?.read(decoder.decode(bytes));
    if (read?.kind !== "call") continue;
    if (!/^[\w.:-]{1,255}$/.test(read.sessionId) || /^\.+$/.test(read.sessionId)) {
      throw new Error(`accepted the session id ${JSON.stringify(read.sessionId)}`);
    }
    const { transcript } = acceptTranscript(machine.product, client, read);
    if (transcript === undefined) continue;
    if (!/^\/home\/mira\/\.(?:claude|codex|copilot|cline|cursor|gemini|config)\//.test(transcript)) {
      throw new Error(`accepted the transcript ${JSON.stringify(transcript)}`);
    }
    await importFile(machine, transcript);
  }
};

/** Configuration, policy, project file and mount table. */
export const configTarget: Target = ({ bytes }) => {
  const text = decoder.decode(bytes);
  const value = parsed(text);
  const { config } = readConfig(value);
  readPolicy(value);
  parseMountinfo(text);
  if (config === null || value === undefined) return;
  const machine = fuzzMachine();
  const facts = gatherFacts({ files: machine.product.files, machine: { environment: { os: "linux" }, paths: {} } });
  facts.world(config, { remotes: true });
  changed(text, [{ type: "set", path: ["active"], value: "default" }]);
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return parse(text);
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }
}

/** Settings of every client: installed into and uninstalled from, or left with a sentence. */
export const settingsTarget: Target = ({ bytes, seed }) => {
  const machine = fuzzMachine();
  const name = seed.path.endsWith(".toml") ? ".codex/config.toml" : undefined;
  const paths = name === undefined
    ? [".claude/settings.json", ".codex/hooks.json", ".copilot/hooks/imprint-hook.json"]
    : [name];
  for (const path of paths) machine.disk.replace(`${HOME}/${path}`, bytes);
  const settings = {
    files: machine.disk,
    os: "linux",
    home: HOME,
    environment: () => undefined,
    project: KETTLE,
  } as const;
  for (const installer of INSTALLERS) {
    unlessRefused(() => {
      for (const edit of installer.planInstall(settings, { scope: "user", program: ["/usr/bin/imprint-hook"] }).edits) {
        edit.apply();
      }
      const again = installer.planInstall(settings, { scope: "user", program: ["/usr/bin/imprint-hook"] });
      if (again.edits.some(({ outcome }) => outcome !== "unchanged")) {
        throw new Error("a second install changed settings");
      }
    });
    installer.entries(settings);
    unlessRefused(() => {
      for (const edit of installer.planUninstall(settings, {}).edits) edit.apply();
    });
  }
};

function unlessRefused(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
}
