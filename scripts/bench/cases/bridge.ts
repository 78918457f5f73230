/**
 * What the bridge adds to a hook on Windows, with a `wsl.exe` that does nothing but answer: whole processes of the real
 * program on a machine that plays Windows. What the stand-in takes by itself, two processes or one, is measured beside it and
 * taken off.
 *
 * @module
 */
import { preloadText } from "../../wsl_stand_in/windows.ts";
import { type Bench, type BenchCase, type Row, row } from "../bench.ts";
import { type CommandLine, timeOf } from "../child.ts";
import { createMachine, type Transcript } from "../machine.ts";
import { inTurn } from "../stats.ts";
import { asLines } from "../transcript.ts";

/** Milliseconds of its own (issue 8). */
const MOST_OWN = 15;
const RUNS_PER_RUN = 4;

/** The case. */
export const bridge: BenchCase = { name: "bridge", run };

/** Says that it runs, and that what it was handed is learned. */
const STAND_IN = `#!/bin/sh
if [ "$1" = --list ]; then echo Ubuntu; exit 0; fi
read -r line
first=\${line#*requestId\\":\\"}
last=\${line##*requestId\\":\\"}
echo "{\\"bridge\\":1,\\"requestId\\":\\"\${first%%\\"*}\\",\\"results\\":[{\\"requestId\\":\\"\${last%%\\"*}\\",\\"status\\":\\"learned\\"}]}"
`;

async function run(bench: Bench): Promise<readonly Row[]> {
  const [form] = bench.forms;
  const root = `${bench.scratch}/bridge`;
  const machine = createMachine(root);
  const wsl = `${root}/wsl.exe`;
  Deno.writeTextFileSync(wsl, STAND_IN, { mode: 0o755 });

  /** A Windows machine whose profile starts a distribution, or does not. */
  const windows = (start: "never" | "auto") => {
    const drive = `${root}/${start}`;
    const config = `${drive}/Users/mira/AppData/Roaming/imprint-hook`;
    Deno.mkdirSync(config, { recursive: true });
    Deno.mkdirSync(`${drive}/kettle/.git`, { recursive: true });
    const profile = {
      name: "ubuntu",
      distro: "Ubuntu",
      user: "mira",
      home: "/home/mira",
      bin: "/bin/imprint-hook",
      start,
    };
    const profiles = { version: 1, profiles: [{ ...profile, mounts: [{ src: "C:\\", at: "/mnt/c" }] }] };
    Deno.writeTextFileSync(`${config}/profiles.json`, JSON.stringify(profiles));
    const preload = `${root}/${start}.ts`;
    Deno.writeTextFileSync(preload, preloadText({ drive, root, wsl }));
    const store = `${drive}/Users/mira/.claude/projects/-p`;
    Deno.mkdirSync(store, { recursive: true });
    const beats = `${drive}/Users/mira/AppData/Local/imprint-hook/state/events.jsonl`;
    let number = 0;
    return {
      /** The hook of a session in that directory, after one more turn; without one where nothing new is expected. */
      hook(cwd: string, [outcome, reason]: readonly [outcome: string, reason?: string]) {
        const talk = machine.transcript(++number + (start === "auto" ? 100 : 0), { bytes: 1e6, cwd });
        const path = `${store}/${talk.sessionId}.jsonl`;
        Deno.renameSync(talk.path, path);
        return async () => {
          if (outcome === "learned") Deno.writeTextFileSync(path, asLines(talk.rows.turn()), { append: true });
          const ms = await timeOf(hookLine(form.line, { talk, preload, wsl, env: machine.env }));
          const last = JSON.parse(Deno.readTextFileSync(beats).trim().split("\n").at(-1) ?? "{}");
          if (last.outcome !== outcome || last.reason !== reason) {
            throw new Error(`the hook did not do what is measured: ${JSON.stringify(last)}`);
          }
          return ms;
        };
      },
    };
  };
  if (form.line([], { env: {} }).args[0] !== "run") {
    return [{ what: "the bridge, own time (ms)", figure: "a compiled program cannot play Windows" }];
  }
  const never = windows("never");
  const auto = windows("auto");
  const inside = "\\\\wsl.localhost\\Ubuntu\\home\\mira\\garden";
  const call: CommandLine = {
    command: wsl,
    args: ["-d", "Ubuntu", "-u", "mira", "--cd", "/", "-e", "/bin/imprint-hook", "wsl", "check"],
    stdin: '{"requestId":"1","calls":[{"requestId":"2"}]}',
  };
  bench.say("bridge");
  const idle = never.hook("C:\\kettle", ["nothing-new"]);
  await idle().catch(() => {}); // The first one stores what is there.
  const bridged = ["learned", "bridged to ubuntu"] as const;
  const [here = [], none = [], two = [], one = [], list = [], answer = []] = await inTurn(bench.runs * RUNS_PER_RUN, [
    never.hook("C:\\kettle", ["learned"]),
    idle,
    never.hook(inside, bridged),
    auto.hook(inside, bridged),
    () => timeOf({ command: wsl, args: ["--list", "--running", "--quiet"] }),
    () => timeOf(call),
  ]);
  const own = (all: readonly number[], base: readonly number[], standIn: (n: number) => number) =>
    all.map((value, n) => value - (base[n] ?? NaN) - standIn(n));
  const call1 = (n: number) => answer[n] ?? NaN;
  const call2 = (n: number) => (list[n] ?? NaN) + call1(n);
  const what = `Stop on Windows, ${form.name}`;
  return [
    row(`${what}, stored there (ms)`, here),
    row(`${what}, nothing new (ms)`, none),
    row(`${what}, bridged by two processes (ms)`, two),
    row("the two processes of the stand-in (ms)", list.map((_, n) => call2(n))),
    row("the bridge's own, over a hook that stores (ms)", own(two, here, call2), MOST_OWN),
    row("the bridge's own, over a hook that stores, start auto (ms)", own(one, here, call1), MOST_OWN),
    row("the bridge's own, over a hook without anything new (ms)", own(two, none, call2)),
  ];
}

function hookLine(
  line: Bench["forms"][0]["line"],
  { talk, preload, wsl, env }: {
    readonly talk: Transcript;
    readonly preload: string;
    readonly wsl: string;
    readonly env: Readonly<Record<string, string>>;
  },
): CommandLine {
  const transcript = `C:\\Users\\mira\\.claude\\projects\\-p\\${talk.sessionId}.jsonl`;
  const { command, args, stdin } = line(["claude", "stop"], {
    env,
    stdin: JSON.stringify({
      session_id: talk.sessionId,
      transcript_path: transcript,
      cwd: talk.cwd,
      hook_event_name: "Stop",
      stop_hook_active: false,
    }),
  });
  const allowed = args.map((word) => word === "--deny-run" ? `--allow-run=${wsl}` : word);
  return {
    command,
    args: ["run", "--preload", preload, ...allowed.slice(1)],
    env: { ...env, USERPROFILE: "C:\\Users\\mira" },
    ...(stdin === undefined ? {} : { stdin }),
  };
}
