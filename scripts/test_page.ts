/**
 * `deno task test:page`: the report in a real Chromium, which comes from npm; nothing leaves the loopback interface.
 *
 * @module
 */
import { join } from "@std/path";
import { nativePath } from "./native_path.ts";

/** A Chromium inside a package, as the browser's own download host is not reachable everywhere. */
const CHROMIUM = "@sparticuz/chromium@147.0.0";

const scratch = Deno.realPathSync(await Deno.makeTempDir({ prefix: "imprint-hook-browser-" }));
let code = 0;
try {
  const browser = await installBrowser(scratch);
  if (browser !== undefined) {
    const { success } = await new Deno.Command(Deno.execPath(), {
      args: [
        "test",
        "--no-prompt",
        "--allow-read",
        "--allow-write",
        "--allow-run",
        "--allow-net=127.0.0.1",
        "--allow-env",
        "tests/page",
      ],
      cwd: nativePath(new URL("..", import.meta.url)),
      env: { IMPRINT_HOOK_TEST_BROWSER: browser },
    }).spawn().status;
    code = success ? 0 : 1;
  }
} finally {
  Deno.removeSync(scratch, { recursive: true });
}
Deno.exit(code);

/** @returns the browser's program; undefined, with a message, where there can be none */
async function installBrowser(directory: string): Promise<string | undefined> {
  const system = `${Deno.build.os}-${Deno.build.arch}`;
  if (system !== "linux-x86_64") return notRun(`${CHROMIUM} is for Linux on x64; this is ${system}`);
  const installed = await run([
    "npm",
    "install",
    "--prefix",
    directory,
    "--no-save",
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    CHROMIUM,
  ]);
  if (installed.problem !== undefined) return notRun(`npm cannot install ${CHROMIUM}: ${installed.problem}`);
  const unpack =
    "const { default: chromium } = await import('@sparticuz/chromium'); console.log(await chromium.executablePath())";
  const unpacked = await run(["node", "--input-type=module", "-e", unpack], directory);
  if (unpacked.problem !== undefined) return notRun(`the browser cannot be unpacked: ${unpacked.problem}`);
  const browser = join(unpacked.output.trim());
  const started = await run([browser, "--version"]);
  return started.problem === undefined ? browser : notRun(`the browser does not start here: ${started.problem}`);
}

function notRun(why: string): undefined {
  console.error(`Not run: ${why}`);
}

async function run(
  [program = "", ...args]: readonly string[],
  cwd?: string,
): Promise<{ readonly output: string; readonly problem?: string }> {
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    env: cwd === undefined ? {} : { TMPDIR: cwd },
    ...(cwd === undefined ? {} : { cwd }),
  }).output();
  const output = new TextDecoder().decode(stdout);
  return success ? { output } : { output, problem: new TextDecoder().decode(stderr).trim() };
}
