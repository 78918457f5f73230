/**
 * Where the hooks that `install` wires find configuration, state and kept data: where the commands that a person types find
 * them (design section 4). No environment variable steers a hook, so where one leads elsewhere the entry says `--home DIR`.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import type { EnvironmentReader } from "../io/env.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import type { Files } from "../io/files.ts";
import { findHomes, type HomeOptions, type Homes } from "../io/homes.ts";
import { linkDirectory } from "../io/link_directory.ts";

/** A directory that gets a second name. */
export interface HomeLink {
  readonly path: string;
  readonly directory: string;
}

/** What the entry has to say. */
export interface HookHome {
  /** For `--home`; undefined: a hook finds the same places by itself. */
  readonly home: string | undefined;
  /** True: variables lead the person's commands elsewhere than a hook looks. */
  readonly isLedAway: boolean;
  /** Links that make state and data parts of that home: nothing is moved. */
  readonly links: readonly HomeLink[];
}

/** What decides it. */
export interface HookHomeOptions {
  readonly os: HomeOptions["os"];
  readonly environment: EnvironmentReader;
  readonly files: Pick<Files, "lstat" | "realPath">;
  /** A person chose the home, by `--home` or `IMPRINT_HOOK_HOME`. */
  readonly chosen: boolean;
}

/**
 * Finds the home that a hook has to be told.
 *
 * @param homes where the person's commands find things
 * @throws {InputError} when something else is where a link has to be
 */
export function hookHome(homes: Homes, { os, environment, files, chosen }: HookHomeOptions): HookHome {
  if (chosen) return { home: homes.config, isLedAway: false, links: [] };
  const usual = findHomes({ os, environment, mode: "hook" });
  if (usual !== undefined && isSame(usual, homes)) return { home: undefined, isLedAway: false, links: [] };
  const home = homes.config;
  const inside = findHomes({ os, environment, mode: "hook", home });
  if (inside === undefined) return { home, isLedAway: true, links: [] };
  const links = (["state", "data"] as const).flatMap((name): HomeLink[] => {
    const link = { path: inside[name], directory: homes[name] };
    return isThere(files, link) ? [] : [link];
  });
  return { home, isLedAway: true, links };
}

/** Makes the links, and the directories that they lead to. */
export function linkHome(files: Pick<Files, "makeDirectory">, { home, links }: HookHome): void {
  if (home !== undefined && links.length > 0) files.makeDirectory(home);
  for (const { path, directory } of links) {
    files.makeDirectory(directory);
    linkDirectory(path, directory);
  }
}

function isSame(one: Homes, other: Homes): boolean {
  return one.config === other.config && one.state === other.state && one.data === other.data;
}

function isThere(files: HookHomeOptions["files"], { path, directory }: HomeLink): boolean {
  if (path === directory) return true;
  if (files.lstat(path) === undefined) return false;
  const real = files.realPath(path);
  if (real !== undefined && real === files.realPath(directory)) return true;
  throw new InputError(
    `cannot make "${visible(path)}" lead to "${
      visible(directory)
    }", where your commands look: something else is there; ` +
      "choose one directory for both with --home DIR, and set IMPRINT_HOOK_HOME to it for your own commands",
  );
}
