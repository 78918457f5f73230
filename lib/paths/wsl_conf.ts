/**
 * The part of `/etc/wsl.conf` that says where drives are mounted. Only a fallback: fstab and mounts by hand are not in
 * it (`formats/paths_and_wsl.md` 1.2).
 *
 * @module
 */
import { driveMounts, type Mount } from "./mounts.ts";

/** `[automount]` of wsl.conf. */
export interface Automount {
  readonly enabled: boolean;
  /** With a slash at both ends. */
  readonly root: string;
}

/**
 * Reads `[automount]`.
 *
 * @param text the file's text; empty when there is no file
 * @returns the settings, defaults filled in (enabled, `/mnt/`)
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(parseAutomount("[automount]\nroot = /windir"), { enabled: true, root: "/windir/" });
 * ```
 */
export function parseAutomount(text: string): Automount {
  let enabled = true;
  let root = "/mnt/";
  let section = "";
  for (const line of text.split(/\r?\n/)) {
    const trimmed = line.trim();
    if (trimmed.startsWith("[")) section = trimmed.slice(1).split("]", 1)[0]?.trim().toLowerCase() ?? "";
    const equals = trimmed.indexOf("=");
    if (section !== "automount" || equals < 0 || trimmed.startsWith("#")) continue;
    const key = trimmed.slice(0, equals).trim().toLowerCase();
    const value = readValue(trimmed.slice(equals + 1));
    if (key === "enabled" && /^(?:true|1)$/i.test(value)) enabled = true;
    if (key === "enabled" && /^(?:false|0)$/i.test(value)) enabled = false;
    if (key === "root") root = withSlashes(value);
  }
  return { enabled, root };
}

/**
 * The mounts that wsl.conf alone lets expect.
 *
 * @param text the file's text; empty when there is no file
 * @returns all 26 drives below the root, or nothing when automount is off
 */
export function mountsFromWslConf(text: string): Mount[] {
  const { enabled, root } = parseAutomount(text);
  return enabled ? driveMounts(root) : [];
}

function readValue(text: string): string {
  const value = text.trim();
  if (value.startsWith('"')) {
    const end = value.indexOf('"', 1);
    return end < 0 ? value.slice(1) : value.slice(1, end);
  }
  return value.split("#", 1)[0]?.trim() ?? "";
}

function withSlashes(root: string): string {
  const names = root.split("/").filter((name) => name !== "");
  return names.length === 0 ? "/" : `/${names.join("/")}/`;
}
