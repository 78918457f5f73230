/**
 * What the disk says about identities, through the file-system port only, each question asked once a run.
 *
 * @module
 */
import type { Files, FileStat } from "../io/files.ts";
import type { Identity, Unplaceable } from "../paths/identity.ts";
import { ancestors } from "../paths/key.ts";
import { parsePath } from "../paths/parse.ts";
import { renderPath } from "../paths/render.ts";
import type { Environment } from "../types.ts";
import { withSegments } from "./git_trees.ts";
import type { Machine } from "./machine.ts";
import type { DirectoryFacts } from "./session_facts.ts";
import { answerOf } from "./unanswered.ts";

/** The part of the file-system port that ownership needs: it only ever reads. */
export type FactFiles = Pick<Files, "stat" | "realPath" | "readLink" | "open">;

/** A directory, and what the disk says about it. */
export interface Found {
  readonly disk: DirectoryFacts["disk"];
  readonly real: Identity | null;
}

/** The disk of one run. What looks at it throws {@linkcode Unanswered} when the disk fails instead of saying what is there. */
export interface DiskView {
  /** What a text means; by default as this machine writes paths. */
  identify(text: string, environment?: Environment): Identity | Unplaceable;
  /** The text that opens a place on this machine. @returns undefined when nothing may or can open it from here */
  native(identity: Identity): string | undefined;
  find(identity: Identity | Unplaceable): Found;
  /**
   * Where this machine itself goes with a path of its own, `..` and all; when nothing is there, where it would go: each
   * `..` leads up from where the links in front of it lead.
   *
   * @returns undefined for a path that this machine has not
   */
  follow(path: string): Identity | undefined;
  /**
   * The deepest directory at or above a place that exists, by its real path, with the names below it that do not. A link
   * whose target is gone leads on to where the target was.
   */
  nearest(identity: Identity): { readonly real: Identity; readonly rest: readonly string[] } | undefined;
  stat(identity: Identity): FileStat | undefined;
  /** The bytes of a regular file. @returns undefined when there is none, or it is larger than `most` */
  bytes(identity: Identity, options: { readonly most: number }): Uint8Array | undefined;
  text(identity: Identity, options: { readonly most: number }): string | undefined;
}

/** Links that lead to links: as many as Linux follows. */
const MOST_LINKS = 40;

/** Looks at the disk of a machine. */
export function viewDisk(files: FactFiles, machine: Machine): DiskView {
  const context = { environment: machine.environment, mounts: machine.paths.mounts ?? [] };
  const stats = new Map<string, FileStat | undefined>();
  const reals = new Map<string, string | Error | undefined>();
  const decoder = new TextDecoder();

  const identify: DiskView["identify"] = (text, environment = machine.environment) =>
    parsePath(text, { ...context, environment });

  function native(identity: Identity): string | undefined {
    // Touching a distribution from Windows starts it (formats/paths_and_wsl.md 2.3); that is for the bridge to decide.
    if (machine.environment.os === "windows" && identity.kind === "wsl") return undefined;
    return renderPath(identity, context);
  }

  function stat(identity: Identity): FileStat | undefined {
    const path = native(identity);
    return path === undefined ? undefined : once(stats, path, () => orUndefined(path, () => files.stat(path)));
  }

  function find(identity: Identity | Unplaceable): Found {
    const path = identity.kind === "unknown" ? undefined : native(identity);
    if (path === undefined) return { disk: "unseen", real: null };
    const text = once(reals, path, () => answerOf(path, () => files.realPath(path)));
    if (text instanceof Error) return { disk: "unseen", real: null };
    if (text === undefined) return { disk: "missing", real: null };
    const real = identify(text);
    // A real path that cannot be read back is no proof of anything, least of all of the name that led there.
    return real.kind === "unknown" ? { disk: "unseen", real: null } : { disk: "exists", real };
  }

  function follow(path: string): Identity | undefined {
    const place = identify(path);
    if (place.kind === "unknown" || native(place) === undefined) return undefined;
    const text = once(reals, path, () => answerOf(path, () => files.realPath(path)));
    const real = typeof text === "string" ? identify(text) : climb(path);
    return real === undefined || real.kind === "unknown" ? undefined : real;
  }

  /** Windows takes `..` by the text alone, before it follows a link. */
  function climb(path: string): Identity | undefined {
    if (machine.environment.os === "windows" || !path.startsWith("/")) return undefined;
    let rest = path;
    for (;;) {
      const [whole = "", before = ""] = /^(.*?)\/\.\.(?:\/+|$)/s.exec(rest) ?? [];
      const place = identify(whole === "" ? rest : `${before}/`);
      const found = place.kind === "unknown" ? undefined : nearest(place);
      if (found === undefined) return undefined;
      const reached = [...found.real.segments, ...found.rest];
      if (whole === "") return withSegments(found.real, reached);
      const above = native(withSegments(found.real, reached.slice(0, -1)));
      if (above === undefined) return undefined;
      rest = `${above === "/" ? "" : above}/${rest.slice(whole.length)}`;
    }
  }

  function nearest(identity: Identity): ReturnType<DiskView["nearest"]> {
    let place = identity;
    for (let links = 0;; links++) {
      const reached = nearestByName(place);
      const target = reached === undefined || links === MOST_LINKS ? undefined : deadLink(reached);
      if (target === undefined) return reached;
      place = target;
    }
  }

  function nearestByName(identity: Identity): ReturnType<DiskView["nearest"]> {
    for (const [index, place] of [identity, ...ancestors(identity)].entries()) {
      const { real } = find(place);
      if (real !== null) return { real, rest: identity.segments.slice(identity.segments.length - index) };
    }
    return undefined;
  }

  /** The place that the first missing name stands for, when it is a link whose target is gone. */
  function deadLink({ real, rest }: NonNullable<ReturnType<DiskView["nearest"]>>): Identity | undefined {
    const [name, ...below] = rest;
    const link = name === undefined ? undefined : native(entry(real, name));
    const text = link === undefined ? undefined : orUndefined(link, () => files.readLink(link));
    if (text === undefined) return undefined;
    const named = identify(text);
    const target = named.kind === "unknown" ? identify(`${native(real)}/${text}`) : named;
    return target.kind === "unknown" ? undefined : withSegments(target, [...target.segments, ...below]);
  }

  function bytes(identity: Identity, { most }: { readonly most: number }): Uint8Array | undefined {
    const path = native(identity);
    const known = stat(identity);
    if (path === undefined || known === undefined || !known.isFile || known.size > most) return undefined;
    return orUndefined(path, () => {
      const file = files.open(path);
      if (file === undefined) return undefined;
      try {
        const into = new Uint8Array(most + 1);
        const count = file.read(into, 0);
        return count > most ? undefined : into.subarray(0, count);
      } finally {
        file.close();
      }
    });
  }

  function text(identity: Identity, options: { readonly most: number }): string | undefined {
    const content = bytes(identity, options);
    return content === undefined ? undefined : decoder.decode(content);
  }

  return { identify, native, find, follow, nearest, stat, bytes, text };
}

/** The entry of that name in a directory. */
export function entry(directory: Identity, name: string): Identity {
  return withSegments(directory, [...directory.segments, name]);
}

function once<T>(known: Map<string, T>, key: string, ask: () => T): T {
  if (known.has(key)) return known.get(key) as T;
  const answer = ask();
  known.set(key, answer);
  return answer;
}

/** A directory that is locked, a loop of links: nothing is known, and no reason to stop. */
function orUndefined<T>(path: string, ask: () => T): T | undefined {
  const answer = answerOf(path, ask);
  return answer instanceof Error ? undefined : answer;
}
