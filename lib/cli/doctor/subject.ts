/**
 * What `doctor` looks at, gathered once.
 *
 * @module
 */
import { CLIENTS } from "../../../hooks/clients.ts";
import { INSTALLERS } from "../../../hooks/installers.ts";
import type { Check, ClientKnowledge } from "../../checkup.ts";
import { InputError } from "../../errors.ts";
import type { Installer, SettingsMachine } from "../../installer.ts";
import type { Product } from "../../import/product.ts";
import { transcriptStateTime } from "../../import/transcript_state.ts";
import type { EnvironmentReader } from "../../io/env.ts";
import type { Files } from "../../io/files.ts";
import type { Homes } from "../../io/homes.ts";
import { createRedactor } from "../../learnings/redaction/redactor.ts";
import { defaultConfig, type MachineDirectories } from "../../ownership/mod.ts";
import { type Heartbeat, readHeartbeats } from "../../record/heartbeats.ts";
import { readInstalls } from "../../record/installs.ts";
import type { ClientModule } from "../../types.ts";
import { clientStores } from "../client_stores.ts";
import { setUp } from "../setup.ts";
import { type WiredHook, wiredHooks } from "../wired_hooks.ts";

/** Everything that checks look at. */
export interface Subject {
  readonly files: Files;
  readonly homes: Homes;
  readonly directories: MachineDirectories;
  readonly environment: EnvironmentReader;
  readonly now: Date;
  /** The configuration as it can be used; the default one where it cannot be read. */
  readonly product: Product;
  /** Why the configuration cannot be read; null when it can. */
  readonly configProblem: string | null;
  /** Settings of the project that the person is in, and of every project that `install` was run in; empty without a home. */
  readonly machines: readonly SettingsMachine[];
  readonly heartbeats: readonly Heartbeat[];
  /** Entries of ours in all settings. */
  readonly hooks: readonly WiredHook[];
  readonly clients: readonly ClientSubject[];
}

/** A client on this machine. */
export interface ClientSubject {
  readonly client: ClientModule;
  /** Undefined for clients without hooks. */
  readonly installer: Installer | undefined;
  /** Stores that are there. */
  readonly stores: readonly string[];
  readonly known: ClientKnowledge;
  readonly hooks: readonly WiredHook[];
}

/** One family of checks. */
export type CheckFamily = (subject: Subject) => readonly Check[] | Promise<readonly Check[]>;

/** Where to look. */
export interface SubjectOptions extends Pick<Subject, "files" | "homes" | "directories" | "environment"> {
  readonly now: Date;
  /** Undefined where no home directory is known: there are no settings then. */
  readonly machine: SettingsMachine | undefined;
}

/** Gathers. Nothing is written. */
export async function gatherSubject(options: SubjectOptions): Promise<Subject> {
  const { files, homes, directories, environment, now, machine } = options;
  const { product, problem } = await configured(options);
  const projects = readInstalls(files, homes.data).map(({ project }) => project);
  const machines = machine === undefined
    ? []
    : [...new Set([machine.project, ...projects])].map((project) => ({ ...machine, project }));
  const hooks = uniqueHooks(machines.flatMap((each) => wiredHooks({ files, directories, homes }, each)));
  return {
    files,
    homes,
    directories,
    environment,
    now,
    product,
    configProblem: problem,
    machines,
    heartbeats: readHeartbeats(files, homes.state),
    hooks,
    clients: CLIENTS.map((client) => clientSubject(client, { product, now, hooks, environment })),
  };
}

async function configured(
  { files, homes, directories, now }: SubjectOptions,
): Promise<{ readonly product: Product; readonly problem: string | null }> {
  const made = async (from: Homes): Promise<Product> => ({
    ...await setUp({ mode: "person", homes: from, dryRun: true }),
    files,
    homes,
    directories,
    now: () => now,
  });
  try {
    return { product: await made(homes), problem: null };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const product = await withoutConfig(made, homes);
    return { product, problem: error.message };
  }
}

/** As if nobody had written one: what does not depend on it can be checked all the same. */
async function withoutConfig(made: (homes: Homes) => Promise<Product>, homes: Homes): Promise<Product> {
  const product = await made({ ...homes, configFile: `${homes.configFile}.none` });
  return { ...product, config: defaultConfig(), redactor: createRedactor({ words: [] }) };
}

/** A file that several projects see, such as the person's own settings, is told of once. */
function uniqueHooks(hooks: readonly WiredHook[]): readonly WiredHook[] {
  const keyOf = ({ client, path, event, starts, args }: WiredHook) =>
    JSON.stringify([client, path, event, starts, args]);
  return [...new Map(hooks.map((hook) => [keyOf(hook), hook])).values()];
}

function clientSubject(
  client: ClientModule,
  { product, now, hooks, environment }: Pick<Subject, "product" | "now" | "hooks" | "environment">,
): ClientSubject {
  const { files, homes } = product;
  const installer = INSTALLERS.find((each) => each.client === client.name);
  const stores = clientStores(product, client, { environment }).filter((store) => files.stat(store)?.isDirectory);
  const transcripts = stores.flatMap((store) => client.transcripts(files, store));
  const clientVersion = installer?.clientVersion(files, transcripts);
  const looked = new Map(
    transcripts.flatMap(({ path }) => {
      const mtime = transcriptStateTime(files, homes.state, path);
      return mtime === undefined ? [] : [[path, mtime] as const];
    }),
  );
  return {
    client,
    installer,
    stores,
    known: {
      transcripts,
      clientVersion,
      wasLookedAt: (transcript) => looked.has(transcript),
      lastImport: looked.size === 0 ? null : Math.max(...looked.values()),
      now,
    },
    hooks: hooks.filter((hook) => hook.client === client.name),
  };
}
