/**
 * Are the hooks wired, and does what they start exist, for long?
 *
 * @module
 */
import type { Check } from "../../checkup.ts";
import { isAbsolute } from "../../io/homes.ts";
import { operatingSystem } from "../../io/process.ts";
import { passingPlace } from "../lasting_path.ts";
import { elsewhereProblems, installCommands, type WiredHook } from "../wired_hooks.ts";
import type { CheckFamily, ClientSubject, Subject } from "./subject.ts";

/** Which clients call this program. */
export const wiringChecks: CheckFamily = (subject) => {
  const { clients } = subject;
  const withHooks = clients.filter(({ installer }) => installer !== undefined);
  const isAnyWired = withHooks.some(({ hooks }) => hooks.length > 0);
  const checks = withHooks.flatMap((client) => wiringCheck(client, isAnyWired));
  if (checks.length > 0) return checks;
  return [{
    id: "wiring",
    title: "hooks",
    state: "problem",
    found: "no client that calls hooks was found, and none is wired",
    advice: 'run "imprint-hook install CLIENT" once the client is there; "imprint-hook learn" works without',
  }];
};

function wiringCheck({ client, installer, hooks, stores }: ClientSubject, isAnyWired: boolean): readonly Check[] {
  const title = `${installer?.title ?? client.name} hooks`;
  const id = `${client.name}/wired`;
  if (hooks.length > 0) return [{ id, title, state: "ok", found: wiredWords(hooks) }];
  if (stores.length === 0) return [];
  const found = "not wired: nothing is learned by itself";
  const advice = `run "imprint-hook install ${installer?.name ?? client.name}"`;
  // Who wired one client may want it so.
  return [
    isAnyWired
      ? { id, title, state: "note", found: `${found}; ${advice} to change that` }
      : { id, title, state: "problem", found, advice },
  ];
}

function wiredWords(hooks: readonly WiredHook[]): string {
  return [...Map.groupBy(hooks, ({ path }) => path)].map(([path, entries]) =>
    `${[...new Set(entries.map(({ event }) => event))].join(", ")} in "${path}"`
  ).join("; ");
}

/** What the entries start. */
export const programChecks: CheckFamily = (subject) => {
  const { hooks, homes } = subject;
  if (hooks.length === 0) return [];
  const gone = [...new Set(hooks.flatMap((hook) => hook.gone))].map((path): Check => ({
    id: "program/gone",
    title: "program",
    state: "problem",
    found: `"${path}", which a hook starts, is gone`,
    advice: `run ${installCommands(hooks.filter((hook) => hook.gone.includes(path)))} again`,
  }));
  const passing = [...new Set(hooks.flatMap(({ starts }) => starts))].filter((path) =>
    isAbsolute(path, operatingSystem())
  ).flatMap((path) => passingCheck(path, subject));
  const elsewhere = elsewhereProblems(hooks, homes).map((sentence): Check => {
    const at = sentence.lastIndexOf("; ");
    return {
      id: "program/home",
      title: "home",
      state: "problem",
      found: sentence.slice(0, at),
      advice: sentence.slice(at + 2),
    };
  });
  const problems = [...gone, ...passing, ...elsewhere];
  if (problems.length > 0) return problems;
  const programs = [...new Set(hooks.map(({ program }) => `"${program}"`))].join(" and ");
  return [{ id: "program", title: "program", state: "ok", found: `${programs} is there, at a path that lasts` }];
};

const PASSING = {
  temporary: "in a directory that the system empties",
  npx: "in npx's cache, which npm may empty",
  cache: "in a cache, which may be emptied",
  project: "among the packages of one project",
  versioned: "in the directory of one version, which an upgrade takes away",
} as const;

function passingCheck(path: string, { files, directories, hooks }: Subject): readonly Check[] {
  const place = passingPlace(path, { files, os: operatingSystem(), ...directories });
  if (place === undefined) return [];
  return [{
    id: `program/${place}`,
    title: "program",
    state: "problem",
    found: `"${path}", which a hook starts, is ${PASSING[place]}`,
    advice: lastingAdvice(path, {
      place,
      commands: installCommands(hooks.filter(({ starts }) => starts.includes(path))),
    }),
  }];
}

/** What is at a place that does not last, and what wires it. */
interface Passing {
  readonly place: keyof typeof PASSING;
  readonly commands: string;
}

/** A script is where somebody put it; a Deno can be had again elsewhere; `install` copies a binary itself. */
function lastingAdvice(path: string, { place, commands }: Passing): string {
  const name = path.replace(/^.*[/\\]/, "");
  if (/^deno(?:\.exe)?$/i.test(name)) {
    // A Node of nvm's keeps what npm installs for all projects below its own version.
    return place === "versioned"
      ? `run ${commands} again after each upgrade, or once with a Deno whose path has no version (~/.deno/bin, say)`
      : `install Deno for good (npm install --global deno) and run ${commands} with it`;
  }
  if (!/\.[jt]s$/.test(name)) return `run ${commands} again with a program that lasts`;
  const what = /[/\\](?:main\.ts|dist[/\\]imprint-hook\.js)$/.test(path) ? "the checkout" : "the script";
  return `move ${what} to a place that stays and run ${commands} from there`;
}
