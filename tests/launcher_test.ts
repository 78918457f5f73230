/**
 * What npm puts on PATH, started by Node, with stand-ins for the binary.
 *
 * @module
 */
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { canUseDisk, withTemporaryDirectory } from "./disk_test_support.ts";
import { projectUrl } from "./project_files_test_support.ts";

const hasNode = canUseDisk && Deno.build.os !== "windows" && isThere("node");
const PLATFORM = `${Deno.build.os}-${Deno.build.arch === "aarch64" ? "arm64" : "x64"}`;

function isThere(program: string): boolean {
  try {
    return new Deno.Command(program, { args: ["--version"], stdout: "null" }).outputSync().success;
  } catch {
    return false;
  }
}

interface Launched {
  readonly directory: string;
  /** The launcher's words. */
  start(words: readonly string[], options?: { readonly before?: readonly string[] }): Deno.Command;
}

/** Registers a test with the launcher, and with a binary when a shell script is given for one. */
function launcherTest(name: string, script: string | undefined, fn: (launched: Launched) => Promise<void>): void {
  Deno.test({
    name,
    ignore: !hasNode,
    fn: () =>
      withTemporaryDirectory(async (directory) => {
        const modules = `${directory}/lib/node_modules`;
        Deno.mkdirSync(`${modules}/imprint-hook/bin`, { recursive: true });
        const launcher = `${modules}/imprint-hook/bin/imprint-hook.mjs`;
        Deno.copyFileSync(projectUrl("scripts/package/launcher.mjs"), launcher);
        if (script !== undefined) {
          const platform = `${modules}/imprint-hook/node_modules/@imprint-hook/${PLATFORM}`;
          Deno.mkdirSync(`${platform}/bin`, { recursive: true });
          Deno.writeTextFileSync(`${platform}/package.json`, "{}");
          Deno.writeTextFileSync(`${platform}/bin/imprint-hook`, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
        }
        // As npm does it.
        Deno.mkdirSync(`${directory}/bin`);
        Deno.symlinkSync("../lib/node_modules/imprint-hook/bin/imprint-hook.mjs", `${directory}/bin/imprint-hook`);
        await fn({
          directory,
          start: (words, { before = [] } = {}) =>
            new Deno.Command("node", {
              args: [...before, `${directory}/bin/imprint-hook`, ...words],
              cwd: directory,
              stdin: "piped",
              stdout: "piped",
              stderr: "piped",
            }),
        });
      }),
  });
}

async function answer(child: Deno.ChildProcess, input = ""): Promise<readonly [number, string, string]> {
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  await writer.close();
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return [code, decoder.decode(stdout), decoder.decode(stderr)];
}

launcherTest(
  "the launcher hands words, streams and the exit status through",
  'printf "%s|" "$@"; cat; echo oops >&2; exit 64',
  async ({ start }) => {
    const child = start(["learn", "--path", "a b", "", "$x"]).spawn();
    assertEquals(await answer(child, "payload\n"), [64, "learn|--path|a b||$x|payload\n", "oops\n"]);
  },
);

launcherTest(
  "the launcher hands a signal on, and waits for what the binary makes of it",
  'trap "echo told; exit 3" TERM; echo ready; while :; do sleep 0.05; done',
  async ({ start }) => {
    const child = start([]).spawn();
    const reader = child.stdout.getReader();
    await reader.read();
    child.kill("SIGTERM");
    const { value } = await reader.read();
    assertEquals(new TextDecoder().decode(value), "told\n");
    reader.releaseLock();
    assertEquals((await answer(child))[0], 3);
  },
);

launcherTest(
  "the launcher ends by the signal that ended the binary",
  "kill -TERM $$",
  async ({ start }) => {
    const child = start([]).spawn();
    await child.stdin.close();
    await child.stdout.cancel();
    await child.stderr.cancel();
    assertEquals((await child.status).signal, "SIGTERM");
  },
);

launcherTest("the launcher says so when the platform's package is not there", undefined, async ({ start }) => {
  const [code, stdout, stderr] = await answer(start(["status"]).spawn());
  assertEquals([code, stdout], [1, ""]);
  assertEquals(stderr.trimEnd().split("\n").length, 1, stderr);
  assertStringIncludes(stderr, `imprint-hook: the package "@imprint-hook/${PLATFORM}", which holds the binary`);
  assertStringIncludes(stderr, "--omit=optional");
});

launcherTest(
  "the launcher says so when there is no binary for the platform",
  undefined,
  async ({ start, directory }) => {
    const preload = `${directory}/elsewhere.cjs`;
    Deno.writeTextFileSync(preload, 'Object.defineProperty(process, "platform", { value: "freebsd" });\n');
    const [code, , stderr] = await answer(start([], { before: ["--require", preload] }).spawn());
    assertEquals(code, 1);
    assertMatch(stderr, /there is no binary for freebsd-\w+, only for darwin-arm64, .*deno task install/);
  },
);

launcherTest("the launcher says so when the C library is another one", undefined, async ({ start, directory }) => {
  const preload = `${directory}/musl.cjs`;
  const text = 'Object.defineProperty(process, "platform", { value: "linux" });\n' +
    "process.report.getReport = () => ({ header: {} });\n";
  Deno.writeTextFileSync(preload, text);
  const [code, , stderr] = await answer(start([], { before: ["--require", preload] }).spawn());
  assertEquals(code, 1);
  assertStringIncludes(stderr, "needs glibc");
});
