/**
 * Archives, databases and envelopes with wrong bytes, each as the program itself reads it.
 *
 * @module
 */
import { md5 } from "@noble/hashes/legacy.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { CLIENTS } from "../../hooks/clients.ts";
import { editorDatabases } from "../../hooks/cursor/editor_databases.ts";
import { readEnvelope } from "../../lib/bridge/envelope_schema.ts";
import { check } from "../../lib/bridge/inner.ts";
import { importExport } from "../../lib/exports/import_export.ts";
import { fuzzMachine, HOME, KETTLE, STORE } from "./machine_test_support.ts";
import { databaseSeeds } from "./binary_seeds_test_support.ts";
import { inventedTranscripts } from "./invented_seeds_test_support.ts";
import { importFile, readBack, type Target } from "./targets_test_support.ts";

const ID = "aaaaaaaa-0000-4000-8000-000000000001";

/** An export: imported, read back, and imported once more, which must add nothing. */
export const archiveTarget: Target = async ({ bytes, seed, chance }) => {
  const machine = fuzzMachine({ config: chance.below(3) });
  const path = `${HOME}/Downloads/${seed.path}`;
  machine.disk.replace(path, bytes);
  const options = {
    clients: CLIENTS,
    asker: { kind: "person", workspace: "default" },
    workspace: "default",
    dryRun: false,
    final: true,
  } as const;
  await importExport(machine.product, path, options);
  readBack(machine);
  const again = await importExport(machine.product, path, options);
  if (again.exchanges > 0) throw new Error("a second import of the export added exchanges");
};

/** Whole files, for what stands beside the damaged one. */
let whole: ReturnType<typeof databaseSeeds> | undefined;

/** A database, or its log: learned as the CLI's chat, or taken apart as the editor's. */
export const databaseTarget: Target = async ({ bytes, seed }) => {
  const machine = fuzzMachine();
  const isChat = seed.path.startsWith("store.db");
  const folder = isChat
    ? `${HOME}/.cursor/chats/${bytesToHex(md5(utf8ToBytes(KETTLE)))}/${ID}`
    : `${HOME}/.config/Cursor/User/globalStorage`;
  const name = seed.path.replace(/-wal$/, "");
  const beside = (whole ??= databaseSeeds()).filter(({ path }) => path !== seed.path && path.startsWith(name));
  for (const { path, bytes } of seed.path === name ? beside.slice(0, 0) : beside) {
    machine.disk.replace(`${folder}/${path}`, bytes);
  }
  machine.disk.replace(`${folder}/${seed.path}`, bytes);
  if (isChat) {
    machine.disk.replace(`${folder}/meta.json`, new TextEncoder().encode(`{"schemaVersion":1,"cwd":"${KETTLE}"}`));
    await importFile(machine, `${folder}/${name}`);
    return readBack(machine);
  }
  const opened = editorDatabases.open(machine.product.files, `${folder}/${name}`);
  if (opened === undefined || opened === "busy") return;
  for (const { path } of opened.found) opened.records(path);
  opened.close();
};

/** A call of the other side: refused, or answered; a session id is safe, and nothing outside of stores is read. */
export const envelopeTarget: Target = async ({ bytes }) => {
  const envelope = readEnvelope(new TextDecoder().decode(bytes));
  if (envelope === undefined) return;
  const machine = fuzzMachine({ environment: { os: "wsl", distro: "Ubuntu" } });
  const [transcript] = inventedTranscripts();
  machine.disk.replace(`${STORE}/${ID}.jsonl`, transcript?.bytes ?? new Uint8Array());
  machine.disk.replace("/etc/passwd", transcript?.bytes ?? new Uint8Array());
  const opened: string[] = [];
  const product = {
    ...machine.product,
    files: { ...machine.product.files, open: (path: string) => (opened.push(path), machine.product.files.open(path)) },
  };
  const { reply } = await check(product, envelope, { clients: CLIENTS, begun: performance.now() });
  if (opened.includes("/etc/passwd")) throw new Error("read a file outside of every store");
  JSON.stringify(reply);
  readBack(machine);
};
