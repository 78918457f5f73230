/**
 * The ways to run the program: the bundled script with the flags that it is installed with, the sources, a compiled
 * binary.
 *
 * @module
 */
import { permissionFlags, SCRIPT_FLAGS, V8_FLAGS } from "../../lib/io/permissions.ts";
import { bundle } from "../bundle.ts";
import { nativePath } from "../native_path.ts";
import type { Form } from "./bench.ts";

const PROJECT = new URL("../../", import.meta.url);

/** Bundles the program into `directory`. @returns the way to run it */
export async function scriptForm(directory: string): Promise<Form> {
  const script = `${directory}/imprint-hook.js`;
  await bundle(PROJECT, script);
  return denoForm("script", [...SCRIPT_FLAGS, script]);
}

/** The sources, as `deno task learn` runs them. */
export function sourceForm(): Form {
  return denoForm("source", [V8_FLAGS, nativePath(new URL("main.ts", PROJECT))]);
}

/** A program that runs by itself, or a script that is there already. */
export function fileForm(path: string): Form {
  if (/\.[jt]s$/.test(path)) return denoForm(path, [...SCRIPT_FLAGS, path]);
  return { name: path, line: (words, options) => ({ command: path, args: words, ...options }) };
}

function denoForm(name: string, flagsAndScript: readonly string[]): Form {
  const args = ["run", "--quiet", ...permissionFlags(Deno.build.os), ...flagsAndScript];
  return { name, line: (words, options) => ({ command: Deno.execPath(), args: [...args, ...words], ...options }) };
}
