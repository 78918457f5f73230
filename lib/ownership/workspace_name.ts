/**
 * Names of workspaces. A name is also a folder name (`work/{workspace}`, design section 5), so it must be one on every
 * operating system.
 *
 * @module
 */
const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?$/;
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9]|lpt[0-9])(?:\.|$)/i;

/** What a name may look like, for messages. */
export const WORKSPACE_NAME_RULE = "a name of 1 to 64 letters a-z, digits, dots, dashes and underscores that starts " +
  "with a letter or digit, does not end with a dot and is no device name of Windows";

/**
 * True for a name that every operating system takes as one folder.
 *
 * @example
 * ```ts
 * import { isWorkspaceName } from "./workspace_name.ts";
 * isWorkspaceName("research"); // true
 * isWorkspaceName("../x"); // false
 * ```
 */
export function isWorkspaceName(name: string): boolean {
  return NAME.test(name) && !DEVICE.test(name);
}

/** Two names with one folder key would meet in one folder on Windows and macOS. */
export function folderKey(name: string): string {
  return name.toLowerCase();
}
