/**
 * What a fault may interrupt: commands behind which another program stands, which is a shell script here. The fault happens
 * on this side of it.
 *
 * @module
 */
import type { BridgeCall } from "../../lib/bridge/envelope.ts";
import { spoolCall } from "../../lib/bridge/spool.ts";
import { disk } from "../../lib/io/disk.ts";
import { conversation } from "../import_test_support.ts";
import {
  type FaultMachine,
  FORK,
  kettleOf,
  learned,
  projects,
  type Scenario,
  SESSION,
  typed,
  typing,
} from "./scenario_test_support.ts";

/** `C:\` of the machine. */
const drive = ({ root }: FaultMachine): string => `${root}/drive`;

/** Registers the distribution that this machine then is. */
async function registered(machine: FaultMachine): Promise<void> {
  Deno.mkdirSync(`${drive(machine)}/Users/mira`, { recursive: true });
  const mount = `97 60 0:44 / ${drive(machine)} rw,noatime - 9p C:\\134 rw,aname=drvfs;path=C:\\;uid=1000;gid=1000;` +
    "case=off;symlinkroot=/mnt/\n";
  const bin = `${machine.root}/imprint-hook`;
  Deno.writeTextFileSync(bin, "#!/bin/sh\n", { mode: 0o755 });
  const words = ["profile", "add", "--distro", "Ubuntu", "--bin", bin, "--mounts", "-"];
  const { code, stderr } = await machine.type([...words, "--windows-home", "C:\\Users\\mira"], mount);
  if (code !== 0) throw new Error(stderr);
}

/** A conversation of Claude Code on Windows about the project. */
function windowsTalk(machine: FaultMachine, session: string): string {
  const talk = conversation(session, `\\\\wsl.localhost\\Ubuntu${kettleOf(machine).replaceAll("/", "\\")}`);
  talk.typed(`Remember: kettle ${session[0]} boils dry without its lid.`);
  talk.reply("It gets its lid, as it should.");
  return talk.rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

const transcriptOf = (session: string): string => `C:\\Users\\mira\\.claude\\projects\\-kettle\\${session}.jsonl`;

function callOf(session: string, transcript: BridgeCall["transcript"]): BridgeCall {
  return {
    bridge: 1,
    op: "stop",
    client: "claude-code",
    requestId: `5f0c0000-${session.slice(0, 4)}`,
    origin: { env: "windows", home: "C:\\Users\\mira", stores: [] },
    payload: { hook_event_name: "Stop", session_id: session, transcript_path: transcriptOf(session), cwd: null },
    transcript,
  };
}

/** Answers everything that it is asked as a distribution would that runs and learns. */
const WSL = `#!/bin/sh
if [ "$1" = --list ]; then printf 'Ubuntu\\n'; exit 0; fi
ids=$(grep -o '"requestId":"[^"]*"')
results=$(printf '%s\\n' "$ids" | tail -n +2 | sed 's/.*/{&,"status":"learned"}/' | paste -sd , -)
printf '{"bridge":1,%s,"results":[%s],"ms":1}\\n' "$(printf '%s\\n' "$ids" | head -n 1)" "$results"
`;

/** All of them. */
export const BORDER_SCENARIOS: readonly Scenario[] = [
  {
    name: "learn --extract",
    async prepare(machine) {
      await learned(machine, 3);
      const { rows } = JSON.parse(
        await typed(machine, ["list", "--kind", "exchanges", "--in", kettleOf(machine), "--json"]),
      );
      const answers = (rows as readonly { readonly id: string }[]).map(({ id }) => ({
        ...{ exchange: id, kind: "facts", text: "A kettle needs its lid.", quote: "boils dry without its lid" },
      }));
      const said = answers.map((answer) => `${JSON.stringify(answer)}\n`).join("");
      Deno.writeTextFileSync(`${machine.root}/answers`, said);
      machine.configure({
        version: 1,
        active: "default",
        workspaces: { default: {} },
        extractor: { command: ["/bin/sh", "-c", `cat >/dev/null; cat '${machine.root}/answers'`] },
      });
    },
    act: typing(() => ["learn", "--extract"]),
  },
  {
    name: "wsl check",
    async prepare(machine) {
      projects(machine);
      await registered(machine);
      const folder = `${drive(machine)}/Users/mira/.claude/projects/-kettle`;
      Deno.mkdirSync(folder, { recursive: true });
      Deno.writeTextFileSync(`${folder}/${SESSION}.jsonl`, windowsTalk(machine, SESSION));
    },
    act: (machine) =>
      machine.type(
        ["wsl", "check", "--home", `${machine.root}/imprint`],
        JSON.stringify({
          ...{ bridge: 1, op: "batch", requestId: "5f0c0000-0000", deadlineMs: 600_000 },
          calls: [
            callOf(SESSION, { mode: "path", size: 1, mtimeMs: 1 }),
            callOf(FORK, { mode: "inline", base64: btoa(windowsTalk(machine, FORK)) }),
          ],
        }),
      ),
  },
  {
    name: "profile drain",
    async prepare(machine) {
      projects(machine);
      await registered(machine);
      const data = `${machine.root}/imprint/data`;
      for (const [n, session] of [SESSION, FORK].entries()) {
        const call = callOf(session, { mode: "path", size: 1, mtimeMs: 1 });
        spoolCall(disk, data, { profile: "ubuntu", call, now: Date.now() - 60_000 + n });
      }
      // One that cannot be read is counted as lost, and told.
      Deno.writeTextFileSync(`${data}/spool/ubuntu/${String(Date.now()).padStart(15, "0")}-x-y.json`, "{");
      Deno.writeTextFileSync(`${machine.root}/wsl.exe`, WSL, { mode: 0o755 });
    },
    act: typing(() => ["profile", "drain"]),
  },
  {
    name: "profile list",
    async prepare(machine) {
      projects(machine);
      await registered(machine);
    },
    act: typing(() => ["profile", "list"]),
  },
  {
    name: "profile probe",
    async prepare(machine) {
      projects(machine);
      await registered(machine);
    },
    act: typing(() => ["profile", "probe"]),
  },
];
