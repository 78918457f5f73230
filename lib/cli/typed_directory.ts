/**
 * Directories that a person types for the configuration.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import type { Product } from "../import/product.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import { workingDirectory } from "../io/process.ts";
import { ifAnswered } from "../ownership/mod.ts";
import { contains, samePlace } from "../paths/contain.ts";
import type { Identity, Unplaceable } from "../paths/identity.ts";
import { absolutePath } from "./setup.ts";

/** A directory as it goes into the configuration. */
export interface TypedDirectory {
  /**
   * Absolute native path, as typed: links are not followed, as the rule looks at the name and at what it leads to, and
   * both may claim.
   */
  readonly dir: string;
  readonly place: Identity;
  /** `unseen`: it lies on a disk that this program may not look at. */
  readonly disk: "directory" | "file" | "missing" | "unseen";
}

/**
 * Reads a directory that a person typed, of any spelling that this machine knows.
 *
 * @throws {InputError} when it is no path of this machine, or cannot be written into the configuration
 */
export function typedDirectory({ facts }: Pick<Product, "facts">, typed: string): TypedDirectory {
  const known = facts.view.identify(typed);
  const isRelative = known.kind === "unknown" && known.reason === "relative";
  // Behind a link, `..` leads where only the disk knows.
  const climbs = (isRelative || known.kind !== "unknown") && typed.split(/[\\/]/).includes("..");
  const text = climbs ? absolutePath(typed) : isRelative ? below(workingDirectory(), typed) : typed;
  const place = facts.view.identify(text);
  if (place.kind === "unknown") {
    throw new InputError(`cannot use "${visible(typed)}": ${place.reason}; give a directory of this machine`);
  }
  const dir = facts.view.native(place) ?? text;
  // deno-lint-ignore no-control-regex -- the configuration takes no control characters
  if (/[\u0000-\u001f\u007f]/.test(dir)) {
    throw new InputError(`cannot use "${visible(typed)}": its name holds control characters`);
  }
  return { dir, place, disk: diskOf(facts, place) };
}

function below(directory: string, name: string): string {
  if (name === "." || name === "") return directory;
  return `${directory}${directory.endsWith("/") ? "" : "/"}${name.replace(/^(?:\.[\\/]+)+/, "")}`;
}

function diskOf({ view }: Product["facts"], place: Identity): TypedDirectory["disk"] {
  return ifAnswered(() => {
    const stat = view.stat(place);
    if (stat !== undefined) return stat.isDirectory ? "directory" : "file";
    return view.find(place).disk === "missing" ? "missing" : undefined;
  }) ?? "unseen";
}

/**
 * True when two texts name one directory: by name or by what the names lead to.
 *
 * @param one as written in the configuration
 */
export function isSameDirectory({ facts }: Pick<Product, "facts">, one: string, other: string): boolean {
  const { view, machine } = facts;
  const [a, b] = [view.identify(one), view.identify(other)];
  if (samePlace(a, b, machine.paths)) return true;
  const [realA, realB] = [view.find(a).real, view.find(b).real];
  return realA !== null && realB !== null && samePlace(realA, realB, machine.paths);
}

/** What makes a directory a root that nobody wants. */
export type UnwiseRoot = "file-system-root" | "home" | "above-home";

/** Why a directory should not be a root; undefined when nothing speaks against it. */
export function unwiseRoot(
  { facts, directories }: Pick<Product, "facts" | "directories">,
  { place }: TypedDirectory,
): UnwiseRoot | undefined {
  const { view, machine } = facts;
  const real = view.find(place).real ?? place;
  if (place.segments.length === 0 || real.segments.length === 0) return "file-system-root";
  const home = directories.home === null ? undefined : view.identify(directories.home);
  const homes: readonly (Identity | Unplaceable)[] = home === undefined ? [] : [home, view.find(home).real ?? home];
  for (const each of homes) {
    for (const candidate of [place, real]) {
      if (samePlace(candidate, each, machine.paths)) return "home";
      if (contains(candidate, each, machine.paths)) return "above-home";
    }
  }
  return undefined;
}
