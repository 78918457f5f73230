/**
 * What the program may do and what it does, for the binary and the script form: a probe that is run, or compiled, with
 * exactly the flags of the program, and the system calls of the program itself.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { ENVIRONMENT_NAMES } from "../../lib/io/env.ts";
import { permissionFlags, SCRIPT_ENVIRONMENT, scriptEnvironmentFile, scriptFlags } from "../../lib/io/permissions.ts";
import { bundle, partsOf } from "../../scripts/bundle.ts";
import { compile } from "../../scripts/compile.ts";
import { denoDirectory } from "../../scripts/deno_directory.ts";
import { hostTarget } from "../../scripts/targets.ts";
import { BINARY } from "../binary_test_support.ts";
import { canUseDisk, diskTest, withTemporaryDirectory } from "../disk_test_support.ts";
import { createHookMachine, type HookMachine } from "../hook_test_support.ts";
import { conversation } from "../import_test_support.ts";
import { PROJECT } from "../project_files_test_support.ts";
import { NO_STRACE, openedBelow, processCalls, socketCalls, trace, type TraceOptions } from "../strace_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";

/** One way in which the program is run. */
interface Form {
  readonly name: string;
  /** The words that start a script in this form. @param directory to put things in */
  probe(script: string, directory: string): Promise<readonly string[]>;
  /** The words that start the program itself. */
  program(directory: string): Promise<readonly string[]>;
}

const SCRIPT: Form = {
  name: "the script form",
  probe: (script) => Promise.resolve(scriptWords(script)),
  async program(directory) {
    await bundle(PROJECT, `${directory}/imprint-hook.js`);
    return scriptWords(`${directory}/imprint-hook.js`);
  },
};

const COMPILED: Form = {
  name: "the binary",
  async probe(script, directory) {
    // As a bundled script has.
    Deno.mkdirSync(partsOf(script));
    Deno.writeTextFileSync(`${partsOf(script)}/none.js`, "");
    await compile(script, { target: hostTarget(), output: `${directory}/probe` });
    return [`${directory}/probe`];
  },
  program: () => Promise.resolve([BINARY ?? ""]),
};

const FORMS = BINARY === undefined ? [SCRIPT] : [COMPILED, SCRIPT];
const canCompile = canUseDisk && Deno.env.get("DENORT_BIN") !== undefined;

function scriptWords(script: string): readonly string[] {
  Deno.writeTextFileSync(scriptEnvironmentFile(script), SCRIPT_ENVIRONMENT);
  return [Deno.execPath(), "run", "--quiet", ...permissionFlags(Deno.build.os), ...scriptFlags(script), script];
}

/** What the probe tries: an expression, and what has to come of it; `since`: from that Deno on, before that it works. */
const TRIES: readonly { readonly what: string; readonly code: string; readonly since?: readonly [number, number] }[] = [
  { what: "TCP connect", code: "Deno.connect({ hostname: '127.0.0.1', port: 9 })" },
  { what: "TCP listen", code: "Deno.listen({ hostname: '127.0.0.1', port: 0 })" },
  { what: "TLS connect", code: "Deno.connectTls({ hostname: '127.0.0.1', port: 9 })" },
  {
    what: "UDP",
    code: "node('dgram', (m, ok, no) => m.createSocket('udp4').on('error', no).send('x', 9, '127.0.0.1', ok))",
  },
  {
    what: "TCP of node:net",
    code: "node('net', (m, ok, no) => m.connect(9, '127.0.0.1').on('error', no).on('connect', ok))",
  },
  {
    what: "listening of node:http",
    code: "node('http', (m, ok, no) => m.createServer().on('error', no).listen(0, ok))",
  },
  { what: "a name server", code: "Deno.resolveDns('kettle.invalid', 'A')" },
  { what: "fetch", code: "fetch('http://127.0.0.1:9/')" },
  { what: "a web socket", code: "new WebSocket('ws://127.0.0.1:9/')" },
  { what: "a unix socket", code: "Deno.connect({ transport: 'unix', path: Deno.args[0] + '/socket' })", since: [2, 9] },
  {
    what: "a listening unix socket",
    code: "Deno.listen({ transport: 'unix', path: Deno.args[0] + '/own' })",
    since: [2, 9],
  },
  { what: "a remote import", code: "import('https://kettle.' + 'invalid/x.ts')" },
  { what: "a package", code: "import('npm:kettle-' + 'invalid')" },
  { what: "a registry's module", code: "import('jsr:@kettle/' + 'invalid')" },
  { what: "a remote worker", code: "worker('https://kettle.invalid/x.js')" },
  { what: "a process", code: "new Deno.Command('true').output()" },
  {
    what: "a process of node:child_process",
    code: "node('child_process', (m, ok, no) => m.spawn('true').on('error', no).on('spawn', ok))",
  },
  { what: "a signal to another process", code: "Deno.kill(1, 'SIGCONT')" },
  { what: "a foreign library", code: "Deno.dlopen('/none', {})" },
  { what: "the host's name", code: "Deno.hostname()" },
  ...(Deno.build.os === "linux"
    ? ["self/environ", "self/mountinfo", "self/cmdline", "1/root", "version"].map((name) => ({
      what: `/proc/${name}`,
      code: `Deno.readFileSync('/proc/${name}')`,
    }))
    : []),
];

const PROBE = `
const node = (name, use) => new Promise((ok, no) =>
  import("node:" + name).then((m) => { try { use(m, ok, no); } catch (error) { no(error); } }, no));
const worker = (url) => new Promise((ok, no) => {
  const made = new Worker(url, { type: "module" });
  made.onerror = (event) => { event.preventDefault(); no(new Error(event.message)); };
  made.onmessage = ok;
});
// What is told to nobody else, such as the end of a process of node:child_process, is no answer.
addEventListener("unhandledrejection", (event) => event.preventDefault());
addEventListener("error", (event) => event.preventDefault());
const told = {};
for (const [what, tried] of TRIES) {
  try {
    await Promise.race([tried(), new Promise((_, no) => setTimeout(() => no(new Error("no answer")), 3000))]);
    told[what] = "works";
  } catch {
    told[what] = "refused";
  }
}
told.names = Object.keys(Deno.env.toObject()).sort();
told.version = Deno.version.deno;
Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify(told)));
Deno.exit(0);
`;

for (const form of FORMS) {
  const ignore = form === COMPILED && !canCompile;
  Deno.test({
    name:
      `${form.name} may open no socket, load no foreign code, start no process, see no other name and nothing in /proc${
        ignore ? " (ignored: DENORT_BIN names no runtime to compile the probe with)" : ""
      }`,
    ignore: ignore || !canUseDisk || Deno.build.os === "windows",
    fn: () =>
      withTemporaryDirectory(async (directory) => {
        const script = `${directory}/probe.js`;
        const tries = TRIES.map(({ what, code }) => `[${JSON.stringify(what)}, async () => await (${code})]`);
        Deno.writeTextFileSync(script, `const TRIES = [${tries.join(",\n")}];\n${PROBE}`);
        const [command = "", ...args] = await form.probe(script, directory);
        const listener = await unixListener(`${directory}/socket`);
        try {
          const { stdout, stderr } = await new Deno.Command(command, {
            args: [...args, directory],
            env: {
              ...Object.fromEntries(ENVIRONMENT_NAMES.map((name) => [name, directory])),
              PATH: Deno.env.get("PATH") ?? "",
              KETTLE_TOKEN: "secret",
              LD_KETTLE: "secret",
              DENO_DIR: denoDirectory(),
              DENO_NO_UPDATE_CHECK: "1",
            },
            clearEnv: true,
            stdin: "null",
          }).output();
          const text = new TextDecoder().decode(stdout);
          assert(text.startsWith("{"), new TextDecoder().decode(stderr));
          const { names, version, ...told } = JSON.parse(text);
          const [major = 0, minor = 0] = String(version).split(".").map(Number);
          const expected = TRIES.map(({ what, since: [first = 0, second = 0] = [] }) => {
            const isRefused = major > first || (major === first && minor >= second);
            return [what, isRefused ? "refused" : "works"];
          });
          assertEquals(told, Object.fromEntries(expected), `Deno ${version}`);
          assertEquals(names, [...ENVIRONMENT_NAMES].sort());
        } finally {
          await listener.end();
        }
      }),
  });
}

/** A unix socket to connect to, held by Node: these tests may open none themselves. */
async function unixListener(path: string): Promise<{ end(): Promise<void> }> {
  const code = `require("node:net").createServer((s) => s.end()).listen(${
    JSON.stringify(path)
  }, () => console.log("up"));
    process.stdin.on("end", () => process.exit()).resume();`;
  const child = new Deno.Command("node", { args: ["-e", code], stdin: "piped", stdout: "piped" }).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  return {
    async end() {
      await child.stdin.close();
      await reader.cancel();
      await child.status;
    },
  };
}

/** Names of programs that somebody might start; each of them leaves a trace. */
const PLANTED = ["git", "wsl.exe", "sh", "bash", "deno", "node", "npm", "claude", "codex", "cygpath", "open", "uname"];

/** A directory with planted programs, which is the working directory and the first one on PATH. */
function plant(root: string): { readonly directory: string; readonly mark: string } {
  const directory = `${root}/planted`;
  const mark = `${root}/started`;
  Deno.mkdirSync(directory);
  for (const name of PLANTED) {
    Deno.writeTextFileSync(`${directory}/${name}`, `#!/bin/sh\necho ${name} >> '${mark}'\n`, { mode: 0o755 });
  }
  return { directory, mark };
}

/** Every command that a person or a client would use, on a machine with one conversation. */
const COMMANDS: readonly (readonly [words: readonly string[], code: number])[] = [
  [["claude", "stop"], 0],
  [["claude", "stop"], 0],
  [["claude", "session-end"], 0],
  [["claude", "session-start"], 0],
  [["learn"], 0],
  [["learn", "--relearn"], 0],
  [["list", "--all", "--json"], 0],
  [["explain", SESSION], 0],
  [["status"], 0],
  [["install", "claude"], 0],
  [["workspace", "add", "research"], 0],
  [["workspace", "root", "add", "."], 0],
  [["pause"], 0],
  [["resume"], 0],
  [["uninstall", "claude"], 0],
  [["--help"], 0],
];

/** The words, the machine's environment and, for a hook, its payload. */
async function everyCommand(
  machine: HookMachine,
  run: (words: readonly string[], options: Omit<TraceOptions, "cwd"> & { readonly code: number }) => Promise<void>,
  search: string,
): Promise<void> {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  for (const [words, code] of COMMANDS) {
    talk.typed("remember: never boil it dry");
    talk.reply("noted");
    const transcript = machine.transcript(SESSION, talk.rows);
    const event = { "stop": "Stop", "session-end": "SessionEnd", "session-start": "SessionStart" }[words[1] ?? ""];
    const input = machine.stop(SESSION, transcript, { hook_event_name: event, cwd: kettle });
    const env = { HOME: machine.userHome, PATH: search, DENO_DIR: denoDirectory() };
    await run(words, { env, code, ...(event === undefined ? {} : { input }) });
  }
  assertEquals(machine.exchanges(kettle).length > 0, true);
}

for (const form of FORMS) {
  diskTest(
    `${form.name} starts no program that is planted in the working directory or on PATH`,
    () =>
      withTemporaryDirectory(async (root) => {
        const { directory, mark } = plant(root);
        const [command = "", ...before] = await form.program(root);
        const search = `${directory}:/nowhere`;
        await everyCommand(createHookMachine(root), async (words, { env, input = "", code }) => {
          const child = new Deno.Command(command, {
            args: [...before, ...words],
            cwd: directory,
            env,
            clearEnv: true,
            stdin: "piped",
            stdout: "piped",
            stderr: "piped",
          }).spawn();
          const writer = child.stdin.getWriter();
          await writer.write(new TextEncoder().encode(input)).catch(() => {});
          await writer.close().catch(() => {});
          const ended = await child.output();
          assertEquals(ended.code, code, `${words.join(" ")}: ${new TextDecoder().decode(ended.stderr)}`);
        }, search);
        assertEquals(exists(mark), false);
      }),
  );
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/** What Deno's runtime opens in /proc when it starts, before and beside our code (2.6 and 2.9; x64 and arm64). */
const RUNTIME_PROC = [
  "/proc/cpuinfo",
  "/proc/meminfo",
  "/proc/self/cgroup",
  "/proc/self/maps",
  "/proc/self/mountinfo",
  "/proc/stat",
  "/proc/sys/kernel/osrelease",
  "/proc/sys/vm/overcommit_memory",
];

for (const form of FORMS) {
  const reason = NO_STRACE === undefined ? "" : ` (ignored: ${NO_STRACE})`;
  Deno.test({
    name: `${form.name} opens no socket, starts nothing and opens nothing in /proc, as its system calls say${reason}`,
    ignore: NO_STRACE !== undefined,
    fn: () =>
      withTemporaryDirectory(async (root) => {
        const { directory } = plant(root);
        const program = await form.program(root);
        let opened = 0;
        await everyCommand(createHookMachine(root), async (words, { env, code, ...options }) => {
          const traced = await trace([...program, ...words], { cwd: directory, env, ...options });
          const what = `${form.name}: ${words.join(" ")}`;
          assertEquals(traced.code, code, `${what}: ${traced.stderr}`);
          assertEquals(socketCalls(traced.calls), [], what);
          assertEquals(processCalls(traced.calls), [], what);
          assertEquals(openedBelow(traced.calls, "/proc").filter((path) => !RUNTIME_PROC.includes(path)), [], what);
          opened += openedBelow(traced.calls, root).length;
        }, directory);
        assert(opened > COMMANDS.length, "strace saw what was opened");
      }),
  });
}

Deno.test({
  name: `trace() sees sockets, processes and opened files${NO_STRACE === undefined ? "" : ` (ignored: ${NO_STRACE})`}`,
  ignore: NO_STRACE !== undefined,
  fn: () =>
    withTemporaryDirectory(async (directory) => {
      const code = `require("node:net").connect(9, "127.0.0.1").on("error", () => {});
        require("node:child_process").spawnSync("true"); require("node:fs").readFileSync("/proc/self/status");`;
      const env = { HOME: directory, PATH: Deno.env.get("PATH") ?? "" };
      const { calls } = await trace(["node", "-e", code], { cwd: directory, env });
      assert(socketCalls(calls).some((call) => /^connect\(.*AF_INET.*htons\(9\)/.test(call)));
      assert(processCalls(calls).some((call) => call.startsWith("execve(") && call.includes('true"')));
      assert(openedBelow(calls, "/proc").includes("/proc/self/status"));
    }),
});
