/**
 * The real program on a machine that plays Windows (`scripts/wsl_stand_in/windows.ts`), beside the distribution of a
 * {@linkcode Border}.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { preloadText } from "../scripts/wsl_stand_in/windows.ts";
import { type Border, type InsideRun, windowsSide, type WslMood } from "./bridge_test_support.ts";
import { MAIN } from "./person_test_support.ts";
import { denoLine, programLine } from "./program_test_support.ts";

/** The program of the Windows side. */
export interface WindowsProgram {
  /** Types a command, or calls a hook. */
  run(words: readonly string[], stdin?: string, more?: Readonly<Record<string, string>>): Promise<InsideRun>;
  /** Lays the program where Windows calls it `C:\...`. */
  layAt(path: string): void;
  /** Runs any command line with the environment of a client on Windows, in the directory that holds its drives. */
  start(command: string, words: readonly string[], stdin: string): Promise<InsideRun>;
  /** Another program holds these files from now on, Linux paths. */
  hold(...paths: readonly string[]): void;
  mood(mood: WslMood): void;
  /** Command lines of `wsl.exe` so far. */
  calls(): readonly string[];
  /** The last heartbeat. */
  beat(): Readonly<Record<string, unknown>>;
  configure(config: Record<string, unknown>): void;
  /** Registers what the distribution registered, as `profile add` on Windows would. */
  register(more?: Readonly<Record<string, unknown>>): void;
  readonly env: Readonly<Record<string, string>>;
}

/** Sets it up. */
export function windowsProgram({ root, drive, home }: Border): WindowsProgram {
  const person = `${drive}/Users/mira`;
  const config = `${person}/AppData/Roaming/imprint-hook`;
  Deno.mkdirSync(config, { recursive: true });
  const inside = `${home}/.config/imprint-hook/profiles.json`;
  try {
    Deno.statSync(inside);
  } catch {
    Deno.mkdirSync(inside.replace(/\/[^/]*$/, ""), { recursive: true });
    Deno.writeTextFileSync(inside, '{"version":1,"profiles":[]}');
  }
  // It writes the stand-ins.
  const { mood } = windowsSide({ root, drive, home });
  const preload = `${root}/windows.ts`;
  Deno.writeTextFileSync(preload, preloadText({ drive, root, wsl: `${root}/wsl.exe`, held: `${root}/held` }));
  Deno.writeTextFileSync(`${root}/held`, "");
  // A path that begins with a drive is a relative one here.
  Deno.mkdirSync(`${root}/drives`);
  Deno.symlinkSync(drive, `${root}/drives/C:`);
  // A compiled program cannot play Windows: then the sources do.
  const line = programLine([]).args[0] === "run" ? programLine([]) : denoLine(MAIN, []);
  const env = { USERPROFILE: "C:\\Users\\mira", NO_COLOR: "1", COLUMNS: "400", ...line.env };
  const flags = line.args.slice(1).map((flag) => flag === "--deny-run" ? `--allow-run=${root}/wsl.exe` : flag);
  const args = ["run", "--preload", preload, ...flags];

  async function start(
    command: string,
    words: readonly string[],
    { stdin, more = {} }: { readonly stdin: string; readonly more?: Readonly<Record<string, string>> },
  ): Promise<InsideRun> {
    const child = new Deno.Command(command, {
      args: [...words],
      env: { PATH: Deno.env.get("PATH") ?? "", ...env, ...more },
      clearEnv: true,
      cwd: `${root}/drives`,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(stdin)).catch(() => {});
    await writer.close().catch(() => {});
    const { code, stdout, stderr } = await child.output();
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  }

  return {
    env,
    mood,
    hold: (...paths) => Deno.writeTextFileSync(`${root}/held`, paths.join("\n")),
    start: (command, words, stdin) => start(command, words, { stdin }),
    run: (words, stdin = "", more = {}) => start(Deno.execPath(), [...args, ...words], { stdin, more }),
    layAt(path) {
      const native = `${drive}/${path.slice(3).replaceAll("\\", "/")}`;
      Deno.mkdirSync(native.replace(/\/[^/]*$/, ""), { recursive: true });
      const quoted = [Deno.execPath(), ...args].map((word) => `'${word}'`).join(" ");
      const exported = Object.entries(env).map(([name, value]) => `export ${name}='${value}'\n`).join("");
      Deno.writeTextFileSync(native, `#!/bin/sh\n${exported}exec ${quoted} "$@"\n`, { mode: 0o755 });
    },
    calls: () => Deno.readTextFileSync(`${root}/starts`).split("\n").filter((line) => line !== ""),
    beat() {
      const beats = Deno.readTextFileSync(`${person}/AppData/Local/imprint-hook/state/events.jsonl`);
      return JSON.parse(beats.trim().split("\n").at(-1) ?? "{}");
    },
    configure: (value) => Deno.writeTextFileSync(`${config}/config.jsonc`, JSON.stringify(value)),
    register(more = {}) {
      const { version, profiles } = JSON.parse(Deno.readTextFileSync(inside));
      assertEquals(profiles.length, 1);
      const own = profiles.map((profile: Record<string, unknown>) => ({ ...profile, here: false, ...more }));
      Deno.writeTextFileSync(`${config}/profiles.json`, JSON.stringify({ version, profiles: own }));
    },
  };
}

/** How Windows spells a directory of the distribution. */
export function share(path: string): string {
  return `\\\\wsl.localhost\\Ubuntu${path.replaceAll("/", "\\")}`;
}
