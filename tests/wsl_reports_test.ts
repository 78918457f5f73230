/**
 * The public reports of `formats/paths_and_wsl.md` section 5, each as a test.
 */
import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { claude } from "../hooks/claude/client.ts";
import { codex } from "../hooks/codex/client.ts";
import { runInside, runningDistros } from "../lib/bridge/launcher.ts";
import { distroFault, mountTables, parseProfile, type Profile } from "../lib/bridge/profile.ts";
import { foreignStores } from "../lib/bridge/profile_stores.ts";
import { wslLines } from "../lib/bridge/wsl_text.ts";
import type { FileStat } from "../lib/io/files.ts";
import { machineEnvironment } from "../lib/io/machine.ts";
import { permissionFlags, WSL_PROGRAM } from "../lib/io/permissions.ts";
import { type WslCall, wslRunner } from "../lib/io/wsl.ts";
import { relation, samePlace } from "../lib/paths/contain.ts";
import { parsePath, recordPath } from "../lib/paths/parse.ts";
import { projectPathOf } from "../lib/paths/render.ts";
import { suspicions } from "../lib/paths/suspicions.ts";
import { translatePath } from "../lib/paths/translate.ts";
import { windowsLine } from "../lib/settings/windows_line.ts";
import { safeKey } from "../lib/record/layout.ts";
import type { Environment } from "../lib/types.ts";
import { type Border, borderTest } from "./bridge_test_support.ts";
import { diskTest, withTemporaryDirectory } from "./disk_test_support.ts";
import { programLine } from "./program_test_support.ts";
import { share, windowsProgram } from "./windows_program_test_support.ts";

const WINDOWS: Environment = { os: "windows" };
const MAC: Environment = { os: "macos" };
const UBUNTU: Environment = { os: "wsl", distro: "Ubuntu" };
const DEBIAN: Environment = { os: "wsl", distro: "Debian" };

function profile(more: Record<string, unknown> = {}): Profile {
  const made = parseProfile({
    name: "ubuntu",
    distro: "Ubuntu",
    home: "/home/mira",
    bin: "/home/mira/bin/imprint-hook",
    windowsHome: "C:\\Users\\mira",
    here: true,
    mounts: [{ src: "C:\\", at: "/mnt/c" }, { src: "D:\\", at: "/mnt/d" }],
    ...more,
  });
  if (typeof made === "string") throw new Error(made);
  return made;
}

const mounts = mountTables([
  profile(),
  profile({ name: "debian", distro: "Debian", here: false, mounts: [{ src: "C:\\", at: "/c" }] }),
]);

function place(text: string, environment: Environment) {
  return parsePath(text, { environment, mounts });
}

function reason(text: string, environment: Environment): string {
  const found = place(text, environment);
  return found.kind === "unknown" ? found.reason : found.kind;
}

function inside(path: string, root: string, environment: Environment): string {
  return relation(place(root, environment), place(path, environment), { mounts });
}

function toUbuntu(text: string, from: Environment = WINDOWS): string | undefined {
  return translatePath(text, { from, to: UBUNTU, mounts });
}

/** What the launcher would start. */
async function started(): Promise<WslCall> {
  const calls: WslCall[] = [];
  await runInside(profile(), {
    program: "/home/mira/bin/imprint-hook",
    words: ["wsl", "check"],
    input: "{}",
    milliseconds: 1,
  }, (call) => {
    calls.push(call);
    return Promise.resolve({ kind: "late" });
  });
  const [call] = calls;
  assert(call);
  return call;
}

const GITHUB = "https://github.com";

const REPORTS: readonly (readonly [report: string, what: string, fn: () => void | Promise<void>])[] = [
  ["entireio/cli/issues/1675", "one directory has one identity, recorded by WSL or by Windows", () => {
    assert(samePlace(place("/mnt/c/w/kettle", UBUNTU), place("C:/w/kettle", WINDOWS)));
  }],
  ["thedotmack/claude-mem/issues/3412", "Docker's distributions are refused, and one is always named", async () => {
    for (const name of ["docker-desktop", "Docker-Desktop-Data"]) assert(distroFault(name) !== undefined);
    assertEquals((await started()).args.slice(0, 2), ["-d", "Ubuntu"]);
  }],
  ["thedotmack/claude-mem/issues/1281", "the hook starts wsl.exe by its whole path and no bash", async () => {
    assertEquals(WSL_PROGRAM, "C:\\Windows\\System32\\wsl.exe");
    assert(!(await started()).args.some((word) => /bash|sh$/.test(word)));
  }],
  ["anthropics/claude-code/issues/54640", "a command line keeps its path whole, also with a space in it", () => {
    assertEquals(windowsLine(["C:/Tools/imprint-hook.exe", "claude", "stop"]), "C:/Tools/imprint-hook.exe claude stop");
    assertStringIncludes(
      windowsLine(["C:/My Tools/imprint-hook.exe", "codex", "stop"]),
      '"C:/My Tools/imprint-hook.exe"',
    );
  }],
  ["anthropics/claude-code/issues/20551", "wsl.exe is not given the client's directory", async () => {
    const { args } = await started();
    assertEquals(args.slice(args.indexOf("--cd"), args.indexOf("--cd") + 3), ["--cd", "/", "-e"]);
  }],
  ["anthropics/claude-code/issues/86685", "both cases of a drive letter are one project with one key", () => {
    const keys = ["C:\\kettle", "c:\\kettle"].map((cwd) =>
      safeKey({ projectPath: projectPathOf(recordPath(cwd, { environment: WINDOWS, mounts }), mounts), sessionId: "s" })
    );
    const wsl = projectPathOf(recordPath("/mnt/c/kettle", { environment: UBUNTU, mounts }), mounts);
    assertEquals(new Set([...keys, safeKey({ projectPath: wsl, sessionId: "s" })]).size, 1);
  }],
  ["anthropics/claude-code/issues/90588", "Windows directories are compared without case", () => {
    assertEquals(inside("C:\\Users\\Mira\\KETTLE\\src", "c:\\users\\mira\\kettle", WINDOWS), "inside");
  }],
  ["anthropics/claude-code/issues/48645", "a Mac's directories are compared without case", () => {
    assertEquals(inside("/Users/mira/Projects/kettle", "/Users/mira/projects", MAC), "inside");
  }],
  ["anthropics/claude-code/issues/49331", "a share of a distribution is the directory inside", () => {
    assert(
      samePlace(place("\\\\wsl.localhost\\Ubuntu\\home\\mira\\kettle", WINDOWS), place("/home/mira/kettle", UBUNTU)),
    );
  }],
  ["dliedke/ClaudeCodeExtension/issues/9", "the share of a distribution is never looked for below /mnt", () => {
    for (const prefix of ["\\\\wsl$", "\\\\wsl.localhost", "\\\\WSL$"]) {
      assertEquals(toUbuntu(`${prefix}\\Ubuntu\\home\\mira`), "/home/mira");
    }
  }],
  ["openai/codex/issues/18506", "a verbatim share of a distribution is translated", () => {
    assertEquals(toUbuntu("\\\\?\\UNC\\wsl.localhost\\Ubuntu\\home\\mira\\p"), "/home/mira/p");
  }],
  ["openai/codex/issues/22378", "a drive that is mounted elsewhere is found there", () => {
    assertEquals(translatePath("C:\\w", { from: WINDOWS, to: DEBIAN, mounts }), "/c/w");
    assert(samePlace(place("/c/w", DEBIAN), place("C:\\w", WINDOWS)));
    assertEquals(place("/c/w", UBUNTU).kind, "wsl");
  }],
  ["openai/codex/issues/28094", "a Linux path recorded on Windows is placed nowhere, its drive form is suspect", () => {
    assertEquals(reason("/home/mira/p", WINDOWS), "posix-path-without-origin");
    const drive = place("C:\\home\\mira\\p", WINDOWS);
    assert(drive.kind === "drive");
    assertEquals(suspicions(drive, mounts).map(({ kind }) => kind)[0], "posix-home");
  }],
  ["openai/codex/issues/28302", "C:\\mnt\\c is placed nowhere", () => {
    assertEquals(reason("C:\\mnt\\c\\Users\\mira", WINDOWS), "suspect-c-mnt");
  }],
  ["openai/codex/issues/36608", "a Windows path joined to another is placed nowhere", () => {
    assertEquals(reason("/mnt/c/Program Files/resources/D:\\P", UBUNTU), "embedded-windows-path");
  }],
  ["openai/codex/issues/25741", "a profile's Codex directory on C: holds what WSL recorded", () => {
    const of = profile({ codexHomes: ["/home/mira/.codex", "/mnt/c/Users/mira/.codex"] });
    const stores = foreignStores(codex, { machine: UBUNTU, profiles: [of] });
    const [first] = stores.filter(({ dir }) => dir === "/mnt/c/Users/mira/.codex");
    assertEquals(first?.environment, UBUNTU);
    const windows = foreignStores(claude, { machine: UBUNTU, profiles: [of] }).at(-1);
    assertEquals(windows, { dir: "/mnt/c/Users/mira/.claude", environment: WINDOWS });
  }],
  ["openai/codex-plugin-cc/issues/285", "/c/Users is a drive where Windows recorded it", () => {
    assert(samePlace(place("/c/Users/mira", WINDOWS), place("C:\\Users\\mira", WINDOWS)));
  }],
  ["matt1398/claude-devtools/issues/123", "a drive is shown as Windows writes it, whoever recorded it", () => {
    assertEquals(projectPathOf(recordPath("/mnt/d/kettle", { environment: UBUNTU, mounts }), mounts), "D:\\kettle");
  }],
  ["microsoft/vscode-remote-release/issues/1874", "/C:/ inside WSL is the drive", () => {
    assertEquals(toUbuntu("/C:/Users/mira/dev", UBUNTU), "/mnt/c/Users/mira/dev");
  }],
  ["microsoft/vscode/issues/195655", "directories of a distribution that differ by case are two", () => {
    const root = "\\\\wsl.localhost\\Ubuntu\\home\\mira\\kettle";
    assertEquals(inside("\\\\wsl.localhost\\Ubuntu\\home\\mira\\Kettle", root, WINDOWS), "outside");
  }],
  ["microsoft/WSL/issues/10040", "a share of a distribution may be written with slashes", () => {
    assertEquals(toUbuntu("//wsl.localhost/Ubuntu/home/mira", UBUNTU), "/home/mira");
  }],
  ["microsoft/WSL/issues/4295", "the profile names the distribution where its variable is missing", () => {
    const files = { stat: (path: string) => path === "/init" ? {} as FileStat : undefined };
    const environment = () => undefined;
    assertEquals(machineEnvironment({ os: "linux", environment, files, registeredDistro: "Ubuntu" }), UBUNTU);
    assertEquals(machineEnvironment({ os: "linux", environment, files }), { os: "linux" });
  }],
  ["microsoft/WSL/issues/12705", "the client's directory, a share, is not handed on", async () => {
    assert((await started()).args.join(" ").startsWith("-d Ubuntu --cd / -e "));
  }],
  [
    "tailscale/tailscale/issues/3170",
    "a UTF-16 message in any language is read as no list of distributions",
    async () => {
      const wide = new Uint8Array(Array.from("Délai d'attente\r\r\n").flatMap((char) => [char.charCodeAt(0), 0]));
      assertEquals(wslLines(wide), ["Délai d'attente"]);
      const failed = () => Promise.resolve({ kind: "ended", code: -1, stdout: wide } as const);
      assertEquals(await runningDistros(failed), undefined);
    },
  ],
  ["git-ecosystem/git-credential-manager/pull/2064", "a container on WSL is plain Linux", () => {
    const files = { stat: (path: string) => ["/init", "/.dockerenv"].includes(path) ? {} as FileStat : undefined };
    assertEquals(machineEnvironment({ os: "linux", environment: () => "Ubuntu", files }), { os: "linux" });
  }],
  ["obra/superpowers/pull/2165", "Windows text that WSL recorded is the drive", () => {
    assertEquals(toUbuntu("C:\\Users\\mira\\kettle", UBUNTU), "/mnt/c/Users/mira/kettle");
  }],
];

for (const [report, what, fn] of REPORTS) Deno.test(`${what} (${GITHUB}/${report})`, fn);

diskTest("wsl.exe gets its input whole and to its end (https://github.com/nodejs/node/issues/18431)", async () => {
  await withTemporaryDirectory(async (directory) => {
    if (Deno.build.os === "windows") return;
    Deno.writeTextFileSync(`${directory}/wsl.exe`, "#!/bin/sh\nexec cat\n", { mode: 0o755 });
    const input = "kettle".repeat(100_000);
    const end = await wslRunner(`${directory}/wsl.exe`)({ args: [], input, milliseconds: 10_000 });
    assert(end.kind === "ended" && end.code === 0);
    assertEquals(end.stdout.length, input.length);
  });
});

/** Types a command inside, as somebody whose home is another one. */
async function typedAs(border: Border, home: string, options: { readonly cwd: string; readonly words: string }) {
  const { command, args, env } = programLine([...options.words.split(" "), "--home", `${border.root}/own`]);
  const { code, stderr } = await new Deno.Command(command, {
    args: [...args],
    env: { HOME: home, ...env },
    clearEnv: true,
    cwd: options.cwd,
    stdin: "null",
  }).output();
  return [code, new TextDecoder().decode(stderr)] as const;
}

borderTest(
  "install and profile add refuse root's home from a directory of Windows (https://github.com/alexgreensh/token-optimizer/issues/78)",
  async (border) => {
    await border.register();
    Deno.mkdirSync(`${border.root}/own`);
    Deno.copyFileSync(`${border.home}/.config/imprint-hook/profiles.json`, `${border.root}/own/profiles.json`);
    for (const words of ["install claude", "profile add --distro Ubuntu"]) {
      const [code, stderr] = await typedAs(border, "/root", { cwd: border.drive, words });
      assertEquals(code, 1, stderr);
      assertStringIncludes(stderr, "the home is /root of Ubuntu, and it was started in Windows' directory");
      const [own, nothing] = await typedAs(border, border.home, { cwd: border.drive, words });
      assertEquals([own, nothing], [0, ""], words);
    }
    const { stdout } = await border.inside(["profile", "add", "--distro", "Ubuntu"]);
    assertStringIncludes(stdout, `home ${border.home}`);
  },
);

borderTest(
  "doctor inside WSL says where a hook's program of Windows has to lie, and what Exec format error means (https://github.com/microsoft/WSL/issues/8472, https://github.com/microsoft/WSL/issues/8843)",
  async (border) => {
    await border.register();
    const checked = async (program: string) => {
      const native = program.replace("/mnt/c", border.drive);
      Deno.mkdirSync(native.replace(/\/[^/]*$/, ""), { recursive: true });
      Deno.writeTextFileSync(native, "MZ");
      const hooks = { Stop: [{ hooks: [{ type: "command", command: `${native} claude stop` }] }] };
      Deno.writeTextFileSync(`${border.home}/.claude/settings.json`, JSON.stringify({ hooks }));
      const { checks } = JSON.parse((await border.inside(["doctor", "--json"])).stdout);
      return checks.filter(({ id }: { id: string }) => id === "wsl/windows-program");
    };
    const [good, ...more] = await checked("/mnt/c/Users/mira/bin/imprint-hook.exe");
    assertEquals([good.state, more], ["note", []]);
    assertStringIncludes(good.found, "Exec format error");
    const [bad] = await checked(`${border.home}/bin/imprint-hook.exe`);
    assertEquals([bad.state, bad.advice], ["problem", "move it to a drive, and name it there: /mnt/c/..."]);
    // The program inside starts none, whatever the entry says.
    assert(permissionFlags("linux").includes("--deny-run"));
  },
);

borderTest(
  "a hook on Windows asks no git about a project on a share, nor bash (https://github.com/git-for-windows/git/issues/4817, https://github.com/thedotmack/claude-mem/issues/1281)",
  async (border) => {
    Deno.mkdirSync(`${border.home}/garden/.git`, { recursive: true });
    Deno.writeTextFileSync(`${border.home}/garden/.git/config`, '[remote "origin"]\n\turl = x\n');
    await border.register();
    const windows = windowsProgram(border);
    windows.register();
    const tempting = ["git", "git.exe", "bash", "bash.exe", "wslpath", "cygpath", "cmd.exe", "powershell.exe"];
    for (const name of tempting) {
      Deno.writeTextFileSync(`${border.root}/bin/${name}`, `#!/bin/sh\necho ${name} >>'${border.root}/tempted'\n`, {
        mode: 0o755,
      });
    }
    const session = "aaaaaaaa-0000-4000-8000-000000000001";
    const cwd = share(`${border.home}/garden`);
    border.windowsTranscript(session, [cwd]);
    const transcript = `C:\\Users\\mira\\.claude\\projects\\-kettle\\${session}.jsonl`;
    const stdin = JSON.stringify({ session_id: session, transcript_path: transcript, cwd, hook_event_name: "Stop" });
    assertEquals(
      (await windows.run(["claude", "stop"], stdin, {
        PATH: `${border.root}/bin:${Deno.env.get("PATH") ?? ""}`,
      })).code,
      0,
    );
    assertEquals(windows.beat()["reason"], "bridged to ubuntu");
    assertEquals(windows.calls().length, 2);
    assertThrows(() => Deno.statSync(`${border.root}/tempted`), Deno.errors.NotFound);
  },
);

Deno.test("foreignStores() on Windows are those of distributions that run, and no others", () => {
  const of = { machine: WINDOWS, profiles: [profile({ here: false })] };
  assertEquals(foreignStores(claude, { ...of, running: () => false }), []);
  assertEquals(foreignStores(claude, { ...of, running: (distro) => distro === "Ubuntu" }), [
    { dir: "\\\\wsl.localhost\\Ubuntu\\home\\mira\\.claude", environment: UBUNTU },
  ]);
});

Deno.test("every report of the list is here", () => {
  // Those above, and four that are about the real program: 18431, 78, 8472 with 8843, 4817.
  assertEquals(REPORTS.length + 5, 31);
});
