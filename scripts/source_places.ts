/**
 * Which source file lies where, for the checks of `lint_doors.ts` and `check_layers.ts`: what may touch the system,
 * what the Stop hook loads, what is pure. Paths are relative to the project, with `/`.
 *
 * @module
 */

/** The file whose `import()` in `main.ts` makes a run a hook. */
export const HOOK_FILE = "lib/cli/hook.ts";

/**
 * Files of `lib/cli` that a hook loads. Every other file there is a lazily loaded command and off the hook path;
 * `check_layers.ts` fails when this list and the real imports differ.
 */
export const EAGER_CLI_FILES: readonly string[] = [
  HOOK_FILE,
  "lib/cli/may_be_hook.ts",
  "lib/cli/notices.ts",
  "lib/cli/setup.ts",
];

/**
 * Commands that read: what they have in common with a hook is all that a run loads before it knows what it is.
 * `bundle.ts` gives hooks the rest of theirs as one part.
 */
export const READING_FILES: readonly string[] = [
  "lib/cli/program.ts",
  "lib/cli/parse_arguments.ts",
  "lib/cli/day.ts",
  "lib/cli/list.ts",
  "lib/cli/search.ts",
  "lib/cli/show.ts",
  "lib/cli/status.ts",
  "lib/cli/sessions/show_habitat.ts",
];

/** Files of `lib/io` that only say what the system offers and do not touch it: pure code may import them. */
export const PORTS: readonly string[] = ["lib/io/files.ts", "lib/io/temporary_suffix.ts", "lib/io/write_nothing.ts"];

/** Npm packages that the hook path may load: plain functions, no start-up work, bundled. */
export const HOOK_PATH_PACKAGES: readonly string[] = ["@noble/hashes"];

/** True for tests and what only tests import. */
export function isTestFile(path: string): boolean {
  return path.startsWith("tests/") || path.endsWith("_test.ts") || path.endsWith("_test_support.ts");
}

/** True where `Deno.*` may be used (house style, Doors). */
export function mayTouchDeno(path: string): boolean {
  return path === "main.ts" || (path.startsWith("lib/io/") && !PORTS.includes(path)) || path.startsWith("lib/std/") ||
    path.startsWith("scripts/") || isTestFile(path);
}

/** True where the environment may be read: one file, which lists every name, and whatever no user runs. */
export function mayReadEnvironment(path: string): boolean {
  return path === "lib/io/env.ts" || path.startsWith("scripts/") || isTestFile(path);
}

/** True where such a name may be written freely; elsewhere only as the argument of `environment(name)`. */
export function mayNameEnvironment(path: string): boolean {
  return path.startsWith("lib/io/") || mayReadEnvironment(path);
}

/** True where the exit code may be set. */
export function mayExit(path: string): boolean {
  return path === "main.ts" || path.startsWith("scripts/") || isTestFile(path);
}

/** True for product code, as opposed to scripts and tests. */
export function isProductFile(path: string): boolean {
  return path === "main.ts" || ((path.startsWith("lib/") || path.startsWith("hooks/")) && !isTestFile(path));
}

/**
 * True for code that a hook may load, which has a few milliseconds in all (design section 8): everything but the
 * lazily loaded commands, the settings writers of `install` and the thin std modules.
 */
export function isOnHookPath(path: string): boolean {
  if (!isProductFile(path) || path.startsWith("lib/std/")) return false;
  if (path.startsWith("lib/cli/")) return EAGER_CLI_FILES.includes(path);
  return !/^hooks\/[^/]+\/settings\.ts$/.test(path);
}

/** True for files that do no I/O, not even through what they import (design section 7). */
export function isPure(path: string): boolean {
  if (!isProductFile(path) || path === "lib/ownership/facts.ts") return false;
  return /^lib\/(?:paths|ownership|jsonl|exchange|learnings)\//.test(path) ||
    ["lib/types.ts", "lib/errors.ts", "lib/version.ts", "lib/pipeline.ts"].includes(path);
}
