/**
 * The real program on disks that are full, read-only, gone or without locks.
 *
 * @module
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { canUseDisk } from "../disk_test_support.ts";
import { conversation, createMachine, type Machine } from "../import_test_support.ts";
import { programLine } from "../program_test_support.ts";
import { NO_STRACE } from "../strace_test_support.ts";
import { diskTest, withTemporaryDirectory } from "../disk_test_support.ts";

const SESSIONS = 12;

/** Why nothing can be mounted here, as a sentence; undefined: it can. */
const NO_MOUNTS = Deno.build.os !== "linux"
  ? "only Linux has mount namespaces"
  : canUseDisk && succeeds("unshare", ["--mount", "sh", "-c", "mount -t tmpfs none /mnt"])
  ? undefined
  : "nothing may be mounted here; run it as root";

function succeeds(command: string, args: readonly string[]): boolean {
  try {
    return new Deno.Command(command, { args: [...args], stdout: "null", stderr: "null" }).outputSync().success;
  } catch {
    return false;
  }
}

/** A machine with conversations in a project; `learn` is how they are learned. */
interface Prepared extends Machine {
  readonly kettle: string;
  /** Lines of a shell that runs in a mount namespace of its own; `$LEARN` is the command. */
  shell(lines: readonly string[]): Promise<string>;
  /** Runs `learn`, behind other words. */
  run(before: readonly string[]): Promise<{ readonly code: number; readonly stderr: string }>;
}

function prepared(root: string): Prepared {
  const machine = createMachine(root);
  const kettle = machine.project("kettle");
  const store = `${root}/person/.claude/projects/-kettle`;
  Deno.mkdirSync(store, { recursive: true });
  for (let n = 1; n <= SESSIONS; n++) {
    const session = `aaaaaaaa-0000-4000-8000-0000000000${String(n).padStart(2, "0")}`;
    const talk = conversation(session, kettle, { prefix: `aaaaaa${String(n).padStart(2, "0")}` });
    for (let turn = 1; turn <= 20; turn++) {
      talk.typed(`why does kettle ${n} boil dry, ${turn}? ${"It does. ".repeat(50)}`);
      talk.reply("The lid is open.");
    }
    Deno.writeTextFileSync(`${store}/${session}.jsonl`, talk.rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  }
  const { command, args, env } = programLine(["learn", "--home", machine.home]);
  const options = {
    cwd: root,
    env: { ...env, HOME: `${root}/person`, DENO_NO_UPDATE_CHECK: "1" },
    stdin: "null",
  } as const;
  const output = async (words: readonly string[]) => {
    const [first = "", ...rest] = words;
    const { code, stdout, stderr } = await new Deno.Command(first, { ...options, args: rest }).output();
    const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
    return { code, stdout: text(stdout), stderr: text(stderr) };
  };
  return {
    ...machine,
    kettle,
    run: (before) => output([...before, command, ...args]),
    async shell(lines) {
      const learn = [command, ...args].map((word) => `'${word}'`).join(" ");
      const { stdout, stderr } = await output([
        "unshare",
        "--mount",
        "sh",
        "-c",
        [`learn() { ${learn}; }`, ...lines].join("\n"),
      ]);
      return stdout + stderr;
    },
  };
}

/** Every question once, with its reply. */
function assertAll(machine: Machine, ...workDirs: readonly string[]): void {
  const found = workDirs.flatMap((workDir) => machine.exchanges(workDir));
  assertEquals(found.length, SESSIONS * 20);
  assertEquals(new Set(found.map(({ id }) => id)).size, SESSIONS * 20);
  assert(found.every(({ answers }) => answers.length === 1));
}

function realTest(name: string, missing: string | undefined, fn: (machine: Prepared) => Promise<void>): void {
  if (missing === undefined) diskTest(name, () => withTemporaryDirectory((root) => fn(prepared(root))));
  else Deno.test({ name: `${name} (not run: ${missing})`, ignore: true, fn: () => {} });
}

realTest("learn on a full disk loses nothing: what is missing comes when there is room", NO_MOUNTS, async (machine) => {
  const { kettle, root } = machine;
  const told = await machine.shell([
    `mount -t tmpfs -o size=1m,mode=755 none '${kettle}' && mkdir '${kettle}/.git'`,
    `head -c 1000k /dev/zero > '${kettle}/filler'`,
    `learn; echo "full: $?"`,
    `rm '${kettle}/filler'`,
    `mount -o remount,size=64m '${kettle}'`,
    `learn; echo "room: $?"`,
    `cp -a '${kettle}' '${root}/copy'`,
  ]);
  assertMatch(told, /No space left on device[^]*full: 1\n[^]*room: 0\n/);
  assertAll(machine, `${root}/copy`);
});

realTest("learn keeps what a read-only project cannot hold in its own data", NO_MOUNTS, async (machine) => {
  const { kettle, home } = machine;
  const told = await machine.shell([
    `mount --bind '${kettle}' '${kettle}' && mount -o remount,bind,ro '${kettle}'`,
    `learn; echo "read-only: $?"`,
    `learn; echo "again: $?"`,
  ]);
  assertMatch(told, /read-only: 0\n[^]*again: 0\n/);
  assertEquals([...Deno.readDirSync(kettle)].map(({ name }) => name), [".git"]);
  assertAll(machine, `${home}/data/work/default`);
});

realTest("learn says that its own directory is read-only, and goes on when it is not", NO_MOUNTS, async (machine) => {
  const { home, kettle } = machine;
  const told = await machine.shell([
    `mount --bind '${home}' '${home}' && mount -o remount,bind,ro '${home}'`,
    `learn; echo "read-only: $?"`,
  ]);
  assertMatch(told, /[Rr]ead-only file system[^]*read-only: 1\n/);
  assertEquals((await machine.run([])).code, 0);
  assertAll(machine, kettle);
});

realTest("learn goes on when the project disappears in the middle, and loses nothing", undefined, async (machine) => {
  const { kettle, home, root } = machine;
  const watcher = Deno.watchFs(kettle);
  const removed = (async () => {
    for await (const { paths } of watcher) {
      if (!paths.some((path) => path.endsWith("/meta.json"))) continue;
      // A rename takes all of it at once; what is removed piece by piece gets new files in between.
      Deno.renameSync(kettle, `${root}/gone`);
      return true;
    }
    return false;
  })();
  const { stderr } = await machine.run([]);
  closeOnce(watcher);
  assert(await removed, "learn had ended before");
  const again = await machine.run([]);
  assertEquals([again.code, again.stderr], [0, ""], stderr);
  // What went with the directory is read again from its transcript, into the place for projects that are gone.
  const places = [kettle, `${home}/data/work/default`];
  assertAll(machine, ...places.filter((place) => isThere(`${place}/.umwelten`)));
});

/** Deno 2.6 has closed it when its loop was left. */
function closeOnce(watcher: Deno.FsWatcher): void {
  try {
    watcher.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BadResource)) throw error;
  }
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

realTest("learn works where the file system has no locks, and leaves none behind", NO_STRACE, async (machine) => {
  const inject = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=flock", "-e", "inject=flock:error=EOPNOTSUPP"];
  const runs = await Promise.all([machine.run(inject), machine.run(inject)]);
  for (const { code, stderr } of runs) assertEquals([code, stderr], [0, ""]);
  assertAll(machine, machine.kettle);
  const left = machine.everything(machine.kettle).length > 0 &&
    [...Deno.readDirSync(`${machine.kettle}/.umwelten/learnings`)].filter(({ name }) => name.includes(".held."));
  assertEquals(left, []);
});
