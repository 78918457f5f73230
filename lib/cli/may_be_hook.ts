/**
 * Tells a hook from a command before either is loaded.
 *
 * @module
 */
import { HOOK_NAMES } from "../../hooks/hook_names.ts";

/**
 * @param words the command line
 * @returns false when a person typed it; true when `hookWords` has to look closer
 */
export function mayBeHook([first]: readonly string[]): boolean {
  return first === undefined || first === "--home" || HOOK_NAMES.includes(first);
}
