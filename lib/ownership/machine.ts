/**
 * The machine this program runs on, as ownership sees it.
 *
 * @module
 */
import type { CompareOptions } from "../paths/contain.ts";
import type { Environment } from "../types.ts";

/** Where recorded paths are looked up, and by which rules they are compared. */
export interface Machine {
  readonly environment: Environment;
  /** The registered WSL profiles' mount tables; what is known about a Mac's volume. */
  readonly paths: CompareOptions;
}
