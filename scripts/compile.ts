/**
 * Makes a binary of the bundled script with `deno compile` and exactly the permissions of `lib/io/permissions.ts`.
 *
 * Without V8's code cache: the binary would write one beside the temporary files of every machine, and what a hook loads
 * is small. Deno takes its runtime-only executable (denort) from `DENORT_BIN`, else from its cache, else from the network.
 *
 * @module
 */
import { basename, dirname, join } from "@std/path";
import { ensureDir } from "@std/fs";
import { permissionFlags } from "../lib/io/permissions.ts";
import { partsOf } from "./bundle.ts";
import { binaryName, type Target } from "./targets.ts";

/** What a binary is made of. */
export interface CompileInput {
  readonly target: Target;
  /** Path of the binary; replaced when it is there. */
  readonly output: string;
  /** Looks at the binary before it replaces what is there; by throwing it keeps that. */
  readonly check?: (binary: string) => Promise<void>;
}

/**
 * Compiles a script with its parts. The same script and Deno give the same bytes, wherever and whenever that happens: Deno writes the
 * script's name and time into the binary, so both are always the same.
 *
 * @param script path of the bundled script
 * @throws {Error} when Deno cannot; its message says what to do when the runtime-only executable is what is missing
 */
export async function compile(script: string, { target, output, check }: CompileInput): Promise<void> {
  const scratch = await Deno.makeTempDir({ prefix: "imprint-hook-build-" });
  try {
    const parts = basename(partsOf("imprint-hook.js"));
    await copyUndated(script, join(scratch, "imprint-hook.js"));
    await Deno.mkdir(join(scratch, parts));
    for (const { name } of Deno.readDirSync(partsOf(script))) {
      await copyUndated(join(partsOf(script), name), join(scratch, parts, name));
    }
    const name = binaryName("imprint-hook", target);
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "compile",
        ...["--quiet", "--no-check", "--no-code-cache", "--no-config", "--no-lock", "--no-npm", "--cached-only"],
        ...permissionFlags(target.os),
        ...["--include", parts, "--target", target.triple, "--output", name],
        "imprint-hook.js",
      ],
      cwd: scratch,
      env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
      stdout: "null",
    }).output();
    if (!success) throw new Error(compileFailure(new TextDecoder().decode(stderr), { target, output }));
    await check?.(join(scratch, name));
    await ensureDir(dirname(output));
    // A copy under another name, then a rename: a running binary cannot be written to.
    const fresh = `${output}.new`;
    await Deno.copyFile(join(scratch, name), fresh);
    await Deno.rename(fresh, output);
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}

/** Deno writes the times of what it embeds into the binary. */
async function copyUndated(from: string, to: string): Promise<void> {
  await Deno.copyFile(from, to);
  await Deno.utime(to, new Date(0), new Date(0));
}

/**
 * What went wrong, in one message.
 *
 * @param stderr what `deno compile` said (2.6.8 and 2.9.6: "Setting up base binary", "Could not find denort")
 */
export function compileFailure(stderr: string, { target, output }: Pick<CompileInput, "target" | "output">): string {
  const [said = ""] = stderr.split("Stack backtrace:");
  const lines = said.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  if (!/denort|base binary/i.test(said)) return `cannot compile "${output}": ${lines.join(" ")}`;
  const causes = lines.filter((line) => /^\d+: /.test(line)).map((line) => line.replace(/^\d+: /, ""));
  return `cannot compile "${output}": Deno ${Deno.version.deno} did not get its runtime-only executable (denort) for ` +
    `${target.triple}: ${causes.find((cause) => !cause.startsWith("Setting up")) ?? lines.join(" ")}. ` +
    `Two ways on: set DENORT_BIN to the denort of this very Deno version, or run "deno task install", which installs ` +
    "the same command on the Deno that is here";
}
