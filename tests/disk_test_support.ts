/**
 * Tests that need the disk report themselves as ignored when the permission is missing, so that plain
 * `deno test --no-prompt` passes too.
 *
 * @module
 */

/** True when read, write and run are granted without asking. */
export const canUseDisk = (["read", "write", "run", "env"] as const).every((name) =>
  Deno.permissions.querySync({ name }).state === "granted"
);

/** Registers a test that is ignored, visibly, without disk permissions. */
export function diskTest(name: string, fn: (context: Deno.TestContext) => void | Promise<void>): void {
  Deno.test({ name, ignore: !canUseDisk, fn });
}

/** Runs `fn` with a fresh temporary directory (its real path) that is removed afterwards. */
export async function withTemporaryDirectory<T>(fn: (directory: string) => T | Promise<T>): Promise<T> {
  const directory = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "imprint-test-" }));
  try {
    return await fn(directory);
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}
