/**
 * The column that tells of which project a row is.
 *
 * @module
 */
import type { Product } from "../import/product.ts";
import { projectOf } from "../import/same_project.ts";
import { clip } from "./screen.ts";

/** A longer name is cut. */
const WIDEST_NAME = 20;

/**
 * True when conversations are of more than one project, wherever they are stored: only then has each row to say of which.
 *
 * @param paths the projects as conversations recorded them, empty where none is known
 */
export function areSeveralProjects(product: Product, paths: Iterable<string>): boolean {
  const projects = new Set<string | undefined>();
  for (const path of new Set(paths)) {
    projects.add(path === "" ? undefined : projectOf(product, [{ path, source: "record" }]));
    if (projects.size > 1) return true;
  }
  return false;
}

/**
 * A project's name in a column: the last part of its path.
 *
 * @example
 * ```ts
 * import { projectName } from "./project_column.ts";
 * projectName("/srv/kettle"); // "kettle"
 * ```
 */
export function projectName(path: string): string {
  return clip(path.replace(/^.*[/\\](?=[^/\\])/, "").replaceAll(/\s+/g, " "), WIDEST_NAME);
}
