/**
 * @module
 */
import { join } from "@std/path";

/**
 * The lines that `sha256sum --check` reads, for files of one directory.
 *
 * @param names file names, written in this order
 */
export async function checksums(directory: string, names: readonly string[]): Promise<string> {
  const lines: string[] = [];
  for (const name of names) lines.push(`${await sha256(join(directory, name))}  ${name}\n`);
  return lines.join("");
}

/** The SHA-256 of a file, in hexadecimal digits. */
export async function sha256(path: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await Deno.readFile(path));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
