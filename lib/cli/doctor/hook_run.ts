/**
 * The hook's own code on an invented conversation, in a scratch home: does it learn, and how long does it take? No program
 * is started.
 *
 * @module
 */
import type { Check, HookSample } from "../../checkup.ts";
import type { Product } from "../../import/product.ts";
import { findHomes } from "../../io/homes.ts";
import { operatingSystem } from "../../io/process.ts";
import { EXCHANGES_FILE, isSafeKey, learningsRoot, under } from "../../record/layout.ts";
import { readExchanges } from "../../record/read_exchanges.ts";
import type { ClientModule } from "../../types.ts";
import { learnCall } from "../hook.ts";
import { setUp } from "../setup.ts";
import type { CheckFamily, ClientSubject, Subject } from "./subject.ts";

/** Tries the hook of each client that has a sample. */
export const hookRunChecks: CheckFamily = async (subject) => {
  const checks: Check[] = [];
  for (const each of subject.clients) {
    const check = await hookRunCheck(subject, each);
    if (check !== undefined) checks.push(check);
  }
  return checks;
};

async function hookRunCheck(
  subject: Subject,
  { client, installer, stores, hooks }: ClientSubject,
): Promise<Check | undefined> {
  const sample = installer?.checkup?.sample;
  if (sample === undefined || (stores.length === 0 && hooks.length === 0)) return undefined;
  const check = { id: `${client.name}/hook-run`, title: `${installer?.title ?? client.name} hook, tried out` };
  const { files } = subject;
  const scratch = under(scratchParent(subject), `imprint-hook-doctor-${crypto.randomUUID()}`);
  try {
    const home = under(scratch, "home");
    const project = under(scratch, "kettle");
    files.makeDirectory(under(project, ".git"));
    const made = sample({ home, project });
    write(subject, made.transcript);
    const product = await scratchProduct(subject, home);
    const first = await timed(product, { client, payload: made.payload });
    const second = await timed(product, { client, payload: made.payload, isOld: true });
    const stored = questionsIn(subject, project, client);
    if (first.outcome !== "learned" || stored.length !== 1 || stored[0] !== made.question) {
      return {
        ...check,
        state: "problem",
        found: `a conversation of one turn was not learned (${first.reason ?? first.outcome})`,
        advice: `report it, with the output of "imprint-hook doctor --json"`,
      };
    }
    return { ...check, state: "ok", found: `learned one turn in ${first.ms} ms, found nothing new in ${second.ms} ms` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      ...check,
      state: "problem",
      found: `the hook's code failed in "${scratch}": ${reason}`,
      advice: "check that the directory can be written; if it can, report this",
    };
  } finally {
    files.removeTree(scratch);
  }
}

/** Where scratch directories belong: the last one is the person's own, if there is one. */
function scratchParent({ files, directories, homes }: Subject): string {
  return [...directories.temporary].reverse().find((directory) => files.stat(directory)?.isDirectory) ?? homes.state;
}

function write({ files }: Subject, { path, text }: HookSample["transcript"]): void {
  files.makeDirectory(path.replace(/[/\\][^/\\]+$/, ""));
  files.append(path, new TextEncoder().encode(text));
}

async function scratchProduct({ files }: Subject, home: string): Promise<Product> {
  const homes = findHomes({
    os: operatingSystem(),
    mode: "hook",
    environment: () => undefined,
    home: under(home, "imprint-hook"),
  });
  if (homes === undefined) throw new TypeError("a home that is named is known");
  // It is a project like any other there, although the system empties the place.
  return { ...await setUp({ mode: "hook", homes }), files, directories: { home, temporary: [] } };
}

/** @param options `isOld`: the reply was there before, so that there is none to wait for */
async function timed(
  product: Product,
  { client, payload, isOld = false }: {
    readonly client: ClientModule;
    readonly payload: string;
    readonly isOld?: boolean;
  },
): Promise<Pick<Awaited<ReturnType<typeof learnCall>>, "outcome" | "reason"> & { readonly ms: number }> {
  const start = performance.now();
  const call = client.readPayload?.(new TextEncoder().encode(payload));
  if (call?.kind !== "call") return { outcome: "skipped", reason: "its payload was not understood", ms: 0 };
  const { outcome, reason } = await learnCall(product, client, { call: isOld ? { ...call, reply: null } : call });
  const ms = Math.round(performance.now() - start);
  return { outcome, ...(reason === undefined ? {} : { reason }), ms };
}

function questionsIn({ files }: Subject, project: string, client: ClientModule): readonly string[] {
  const folder = under(learningsRoot(project), client.folder);
  return (files.list(folder) ?? []).filter(isSafeKey).flatMap((key) =>
    readExchanges(files, under(folder, key, EXCHANGES_FILE), { committed: undefined }).exchanges
      .flatMap(({ question }) => question?.text ?? [])
  );
}
