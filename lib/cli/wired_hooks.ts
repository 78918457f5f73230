/**
 * Hooks that are wired on this machine, and whether they look where this command does.
 *
 * @module
 */
import { INSTALLERS } from "../../hooks/installers.ts";
import type { Product } from "../import/product.ts";
import type { SettingsMachine, WiredEntry } from "../installer.ts";
import { findHomes, type Homes, isAbsolute } from "../io/homes.ts";
import { operatingSystem } from "../io/process.ts";
import type { ClientName } from "../types.ts";
import { settingsMachine } from "./settings_machine.ts";

/** One entry of ours in a client's settings. */
export interface WiredHook extends WiredEntry {
  readonly client: ClientName;
  /** The client's own name. */
  readonly title: string;
  /** What a person types to wire it anew. */
  readonly install: string;
  /** `--home`, as it stands there. */
  readonly home: string | null;
  /** What it needs and what is gone. A bare name counts as there. */
  readonly gone: readonly string[];
  /** False: it keeps state and data elsewhere, so that it sees no pause of this command's, and this one no run of its. */
  readonly sameHome: boolean;
}

/**
 * Every wired hook; empty when no home directory is known.
 *
 * @param machine whose settings; this machine's, and those of the project that the person is in, unless told
 */
export function wiredHooks(
  product: Pick<Product, "files" | "directories" | "homes">,
  machine: SettingsMachine | undefined = product.directories.home === null ? undefined : settingsMachine(product),
): readonly WiredHook[] {
  const { files, homes } = product;
  if (machine === undefined) return [];
  return INSTALLERS.flatMap((installer) =>
    installer.entries(machine).map((entry): WiredHook => {
      const home = homeIn(entry.args);
      return {
        ...entry,
        client: installer.client,
        title: installer.title,
        install: `imprint-hook install ${installer.name}`,
        home,
        gone: entry.starts.filter((path) => isAbsolute(path, operatingSystem()) && files.stat(path) === undefined),
        sameHome: leadsTo(machine, home, homes),
      };
    })
  );
}

/** One sentence for each way in which hooks are wired that cannot work with this command. */
export function wiringProblems(hooks: readonly WiredHook[], homes: Pick<Homes, "config">): readonly string[] {
  const gone = [...new Set(hooks.flatMap((hook) => hook.gone))].map((path) => {
    const commands = installCommands(hooks.filter((hook) => hook.gone.includes(path)));
    return `"${path}", which the hook starts, is gone; run ${commands} again`;
  });
  return [...gone, ...elsewhereProblems(hooks, homes)];
}

/** The commands that wire the hooks anew, in words. */
export function installCommands(hooks: readonly Pick<WiredHook, "install">[]): string {
  return [...new Set(hooks.map(({ install }) => `"${install}"`))].join(" and ");
}

/** Hooks that this command's pauses do not reach, and whose runs it does not see. */
export function elsewhereProblems(hooks: readonly WiredHook[], homes: Pick<Homes, "config">): readonly string[] {
  const sentences = hooks.filter(({ sameHome }) => !sameHome).map(({ path, home, install }) => {
    const where = home === null ? "at the usual place" : `in "${home}"`;
    const remedy = home === null
      ? `"${install}" tells it, but not a committed one`
      : `run this command with --home "${home}"`;
    return `the hook in "${path}" keeps its things ${where}, this command in "${homes.config}"; ${remedy}`;
  });
  return [...new Set(sentences)];
}

/** `--home` of an entry, as it stands there. */
export function homeIn(args: readonly string[]): string | null {
  const at = args.indexOf("--home");
  return at < 0 ? null : args[at + 1] ?? null;
}

/** Links count as what they lead to. */
function leadsTo(
  { files, environment }: Pick<SettingsMachine, "files" | "environment">,
  home: string | null,
  homes: Homes,
): boolean {
  const real = (path: string): string => files.realPath(path) ?? path;
  try {
    const places = findHomes({
      os: operatingSystem(),
      mode: "hook",
      environment,
      ...(home === null ? {} : { home }),
    });
    return places !== undefined &&
      (["configFile", "state", "data"] as const).every((name) =>
        comparable(real(places[name])) === comparable(real(homes[name]))
      );
  } catch {
    return false;
  }
}

/** Entries have forward slashes on Windows. */
function comparable(path: string): string {
  return /^[A-Za-z]:|^\\\\/.test(path) ? path.replaceAll("\\", "/").toLowerCase() : path;
}
