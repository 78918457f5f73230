/**
 * One computer with both sides of the border: the Linux side is the real program in a home of its own, with "Windows drives"
 * that are directories; the Windows side is the same code over those directories, its `wsl.exe` a script that starts the first.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { claude } from "../hooks/claude/client.ts";
import { mountTables, parseProfiles, type Profile } from "../lib/bridge/profile.ts";
import { spooledCount } from "../lib/bridge/spool.ts";
import { learnCall } from "../lib/cli/hook.ts";
import type { Product } from "../lib/import/product.ts";
import { disk } from "../lib/io/disk.ts";
import type { Files } from "../lib/io/files.ts";
import type { Homes } from "../lib/io/homes.ts";
import { type WslRunner, wslRunner } from "../lib/io/wsl.ts";
import { createRedactor } from "../lib/learnings/redaction/redactor.ts";
import { type Config, defaultConfig, gatherFacts } from "../lib/ownership/mod.ts";
import { sha256Hex } from "../lib/record/ids.ts";
import { loadSealKey } from "../lib/record/seal_key.ts";
import { drivePaths } from "../scripts/wsl_stand_in/drive_paths.ts";
import { diskTest, withTemporaryDirectory } from "./disk_test_support.ts";
import { conversation } from "./import_test_support.ts";
import { programLine } from "./program_test_support.ts";

/** How a command inside ended. */
export interface InsideRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The computer. */
export interface Border {
  readonly root: string;
  /** Where `C:\` lies. */
  readonly drive: string;
  /** The Linux home. */
  readonly home: string;
  /** Types a command inside the distribution. */
  inside(words: readonly string[], stdin?: string): Promise<InsideRun>;
  /** The same; it has to succeed. @returns its JSON */
  json(words: readonly string[], stdin?: string): Promise<Record<string, unknown>>;
  /** Registers the distribution as Ubuntu. */
  register(...more: readonly string[]): Promise<void>;
  /** A transcript in the store of the Windows side; one question in each directory. @returns its native path */
  windowsTranscript(session: string, cwds: readonly string[], question?: string): string;
  /** A transcript in the store of the Linux side. */
  linuxTranscript(session: string, cwds: readonly string[], question?: string): string;
  configure(config: Record<string, unknown>): void;
}

/** Registers a test on such a computer. */
export function borderTest(name: string, fn: (border: Border) => Promise<void>): void {
  diskTest(name, () => withTemporaryDirectory((root) => fn(createBorder(root))));
}

/** A line of a mount table as WSL has it. */
export function mountLine(at: string, source: string): string {
  return `97 60 0:44 / ${at} rw,noatime - 9p ${source.replaceAll("\\", "\\134")} rw,aname=drvfs;path=${source};` +
    "uid=1000;gid=1000;case=off;symlinkroot=/mnt/\n";
}

/** What the stand-in for `wsl.exe` does. */
export type WslMood = "running" | "stopped" | "no-distro" | "no-program" | "slow" | "deaf" | "killed-after" | "gone";

/** The Windows side of such a computer. */
export interface WindowsSide {
  readonly product: Product;
  readonly run: WslRunner;
  /** What `wsl.exe` does from now on. */
  mood(mood: WslMood): void;
  /** How many processes were started. */
  starts(): number;
  /** What a Stop hook on Windows does. */
  stop(session: string, transcript: string, cwd: string): ReturnType<typeof learnCall>;
  /** Calls that wait. */
  waiting(): number;
}

const WINDOWS_HOMES: Homes = {
  config: "C:\\Users\\mira\\AppData\\Roaming\\imprint-hook",
  configFile: "C:\\Users\\mira\\AppData\\Roaming\\imprint-hook\\config.jsonc",
  state: "C:\\Users\\mira\\AppData\\Local\\imprint-hook\\state",
  data: "C:\\Users\\mira\\AppData\\Local\\imprint-hook\\data",
};

/** The Windows side, over the directory that is its drive. Its profile is the one that the Linux side registered. */
export function windowsSide(
  border: Pick<Border, "root" | "drive" | "home">,
  options: { readonly config?: Config; readonly start?: Profile["start"]; readonly bin?: string } = {},
): WindowsSide {
  const { root, drive, home } = border;
  const text = Deno.readTextFileSync(`${home}/.config/imprint-hook/profiles.json`);
  const profiles = (parseProfiles(text).profiles ?? []).map((profile): Profile => ({
    ...profile,
    here: false,
    start: options.start ?? "never",
    bin: options.bin ?? profile.bin,
  }));
  const files = driveFiles(drive, root);
  const machine = { environment: { os: "windows" }, paths: { mounts: mountTables(profiles) } } as const;
  const facts = gatherFacts({ files, machine });
  const config = options.config ?? defaultConfig();
  const product: Product = {
    files,
    homes: WINDOWS_HOMES,
    config,
    configHash: sha256Hex(JSON.stringify(config)).slice(0, 16),
    isCurrent: () => true,
    world: facts.world(config),
    facts,
    environment: machine.environment,
    directories: { home: "C:\\Users\\mira", temporary: [] },
    profiles,
    redactor: createRedactor({ words: [] }),
    sealKey: () => loadSealKey(files, WINDOWS_HOMES.data),
    now: () => new Date(),
    lastSeen: {},
  };
  writeStandIns({ root, home });
  const run = wslRunner(`${root}/wsl.exe`);
  const mood = (name: WslMood): void => Deno.writeTextFileSync(`${root}/mood`, name);
  mood("running");
  return {
    product,
    run,
    mood,
    starts: () => Deno.readTextFileSync(`${root}/starts`).split("\n").length - 1,
    stop: (sessionId, transcript, cwd) =>
      learnCall(product, claude, {
        call: {
          kind: "call",
          sessionId,
          event: "stop",
          eventName: "Stop",
          transcript,
          cwd,
          reply: null,
          subagent: false,
        },
        run,
      }),
    waiting: () => spooledCount(files, WINDOWS_HOMES.data, profiles[0]?.name ?? ""),
  };
}

/** The disk of the Windows side: drive letters, either slash; the share of the distribution is there while it runs. */
function driveFiles(drive: string, root: string): Files {
  const { native, back } = drivePaths(drive, root);
  return {
    stat: (path) => disk.stat(native(path)),
    lstat: (path) => disk.lstat(native(path)),
    realPath(path) {
      const real = disk.realPath(native(path));
      return real === undefined ? undefined : back(real);
    },
    readLink: (path) => disk.readLink(native(path)),
    list: (path) => disk.list(native(path)),
    readBytes: (path) => disk.readBytes(native(path)),
    readText: (path) => disk.readText(native(path)),
    open: (path) => disk.open(native(path)),
    makeDirectory: (path) => disk.makeDirectory(native(path)),
    append: (path, bytes, how) => disk.append(native(path), bytes, how),
    replace: (path, bytes, how) => disk.replace(native(path), bytes, how),
    create: (path, bytes, how) => disk.create(native(path), bytes, how),
    remove: (path) => disk.remove(native(path)),
    removeTree: (path) => disk.removeTree(native(path)),
    rename: (from, to) => disk.rename(native(from), native(to)),
    lock: (path, how) => disk.lock(native(path), how),
  };
}

/** `wsl.exe` as documented: UTF-16LE for its own words, -1 for its own failures, 1 for a missing program, a relay else. */
function writeStandIns({ root, home }: { readonly root: string; readonly home: string }): void {
  Deno.mkdirSync(`${root}/bin`, { recursive: true });
  const { command, args, env } = programLine([]);
  const words = [
    ...Object.entries({ HOME: home, ...env }).map(([name, value]) => `${name}=${value}`),
    command,
    ...args,
  ].map((word) => `'${word}'`).join(" ");
  const bin = `#!/bin/sh\nexec env -i ${words} "$@"\n`;
  Deno.writeTextFileSync(`${root}/bin/imprint-hook`, bin, { mode: 0o755 });
  Deno.writeTextFileSync(`${root}/mountinfo`, mountLine(`${root}/mnt/c`, "C:\\"));
  const script = `#!/bin/sh
echo "$*" >>'${root}/starts'
mood=$(cat '${root}/mood')
wide() { printf '%s' "$1" | sed 's/./&@/g' | tr '@' '\\000'; printf '\\r\\000\\r\\000\\n\\000'; }
if [ "$1" = --list ]; then
  case "$mood$2" in gone*|stopped--running) ;; *) wide Ubuntu ;; esac
  exit 0
fi
while [ "$1" != -e ]; do shift; done
shift
case "$mood" in
  no-distro|gone) wide 'Es gibt keine Distribution mit dem Namen'; exit 255 ;;
  no-program) exit 1 ;;
  slow) exec sleep 30 ;;
  deaf) cat >/dev/null; exit 0 ;;
  killed-after) "$@" >/dev/null; kill -9 $PPID; exit 0 ;;
esac
# Of its mount table, only what Windows drives are.
[ "$*" = "/bin/cat /proc/self/mountinfo" ] && exec cat '${root}/mountinfo'
exec "$@"
`;
  Deno.writeTextFileSync(`${root}/wsl.exe`, script, { mode: 0o755 });
  Deno.writeTextFileSync(`${root}/starts`, "");
}

/** Sets it up. */
export function createBorder(root: string): Border {
  const drive = `${root}/mnt/c`;
  const home = `${root}/home/mira`;
  for (const dir of [`${drive}/Users/mira/.claude/projects`, `${drive}/Users/Public`, `${home}/.claude/projects`]) {
    Deno.mkdirSync(dir, { recursive: true });
  }

  async function inside(words: readonly string[], stdin = ""): Promise<InsideRun> {
    const { command, args, env } = programLine(words);
    const child = new Deno.Command(command, {
      args: [...args],
      env: { HOME: home, ...env, NO_COLOR: "1", COLUMNS: "400" },
      clearEnv: true,
      cwd: root,
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

  async function json(words: readonly string[], stdin?: string): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await inside([...words, "--json"], stdin);
    assertEquals([code, stderr], [0, ""], `${words.join(" ")}: ${stdout}`);
    return JSON.parse(stdout);
  }

  function transcript(store: string, session: string, cwds: readonly string[], question = "always rinse the kettle") {
    const talk = conversation(session, cwds[0] ?? "");
    for (const cwd of cwds) {
      talk.typed(`remember: ${question}`, { cwd });
      talk.reply("It is rinsed.", { cwd });
    }
    Deno.mkdirSync(`${store}/-kettle`, { recursive: true });
    const path = `${store}/-kettle/${session}.jsonl`;
    Deno.writeTextFileSync(path, talk.rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    return path;
  }

  return {
    root,
    drive,
    home,
    inside,
    json,
    async register(...more) {
      await json(
        ["profile", "add", "--distro", "Ubuntu", "--mounts", "-", "--bin", `${root}/bin/imprint-hook`, ...more],
        mountLine(drive, "C:\\"),
      );
    },
    windowsTranscript: (session, cwds, question) =>
      transcript(`${drive}/Users/mira/.claude/projects`, session, cwds, question),
    linuxTranscript: (session, cwds, question) => transcript(`${home}/.claude/projects`, session, cwds, question),
    configure(config) {
      Deno.mkdirSync(`${home}/.config/imprint-hook`, { recursive: true });
      Deno.writeTextFileSync(`${home}/.config/imprint-hook/config.jsonc`, JSON.stringify(config));
    },
  };
}
