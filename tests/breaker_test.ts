import { assert, assertEquals, assertThrows } from "@std/assert";
import { namingFile } from "../lib/io/naming_file.ts";
import { canUseDisk } from "./disk_test_support.ts";
import { hookTest } from "./hook_test_support.ts";
import { conversation, type LearnOptions, type Machine, machineTest, type Row } from "./import_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
const OTHER = "bbbbbbbb-0000-4000-8000-000000000002";
const HOOK: LearnOptions = { asker: { kind: "hook" }, namedByPerson: false, final: false };

/** A machine with the workspace `research` rooted in its own project. */
function withResearch(machine: Machine): { readonly kettle: string; readonly research: string } {
  const [kettle, research] = [machine.project("kettle"), machine.project("research")];
  machine.configure({ version: 1, active: "default", workspaces: { default: {}, research: { roots: [research] } } });
  return { kettle, research };
}

function oneTurn(session: string, cwd: string, extra: Row = {}) {
  const talk = conversation(session, cwd);
  talk.typed("does the SECRET pump stall?", extra);
  talk.reply("The SECRET pump stalls.");
  return talk;
}

const holdsText = (machine: Machine, directory: string): boolean => machine.everything(directory).includes("SECRET");

machineTest("importTranscript() takes the directory out of a record that is too long to be read", async (machine) => {
  const { kettle, research } = withResearch(machine);
  for (
    const [n, content] of [
      Array.from({ length: 30 }, () => ({ type: "text", text: "y".repeat(100_000) })),
      Array.from({ length: 60_000 }, (_, line) => `one of many short lines, number ${line}, of a very long patch`),
    ].entries()
  ) {
    const session = `${SESSION.slice(0, -1)}${n + 1}`;
    const talk = oneTurn(session, kettle, { message: { role: "user", content: `is SECRET ${n} stalled?` } });
    talk.row({ type: "user", cwd: research, message: { role: "user", content }, toolUseResult: { lines: content } });
    const report = await machine.learn(machine.transcript(session, talk.rows));
    assertEquals([report.verdict?.kind, report.verdict?.other], ["claimed", "research"]);
  }
  assert(!holdsText(machine, kettle));
});

machineTest("importTranscript() follows a long line of forks to where it began", async (machine) => {
  const { kettle, research } = withResearch(machine);
  const id = (n: number) => `cccccccc-0000-4000-8000-0000000000${String(n).padStart(2, "0")}`;
  machine.transcript(id(0), oneTurn(id(0), research).rows);
  for (let n = 1; n <= 80; n++) {
    machine.transcript(id(n), oneTurn(id(n), kettle, { forkedFrom: { sessionId: id(n - 1) } }).rows);
  }
  for (const [n, kind] of [[1, "claimed"], [12, "claimed"], [64, "claimed"], [80, "unplaceable-cwd"]] as const) {
    const report = await machine.learn(`${machine.store}/-kettle/${id(n)}.jsonl`);
    assertEquals([n, report.verdict?.kind], [n, kind]);
  }
  assert(!holdsText(machine, kettle));
});

machineTest("importTranscript() knows where a fork began when its origin is gone", async (machine) => {
  const { kettle, research } = withResearch(machine);
  const environment = {
    type: "attachment",
    attachment: { type: "environment", snapshot: { workingDirectory: kettle } },
  };
  for (
    const [fork, began, kind] of [[SESSION, machine.project("pot"), "unclaimed"], [OTHER, research, "claimed"]] as const
  ) {
    const origin = machine.transcript(`dddddddd${fork.slice(8)}`, oneTurn(`dddddddd${fork.slice(8)}`, began).rows);
    const talk = oneTurn(fork, kettle, { forkedFrom: { sessionId: `dddddddd${fork.slice(8)}` } });
    talk.row(environment);
    const first = await machine.learn(machine.transcript(fork, talk.rows));
    Deno.removeSync(origin);
    talk.typed("and SECRET now?");
    const again = await machine.learn(machine.transcript(fork, talk.rows));
    assertEquals([first.verdict?.kind, again.verdict?.kind], [kind, kind]);
    const places = (report: typeof again) => new Set(report.verdict?.cwds.map(({ recorded }) => recorded));
    assertEquals(places(again), places(first));
  }
});

machineTest("importTranscript() keeps a fork's text when its origin is removed later", async (machine) => {
  const { kettle } = withResearch(machine);
  const origin = machine.transcript(OTHER, oneTurn(OTHER, kettle).rows);
  const talk = oneTurn(SESSION, kettle, { forkedFrom: { sessionId: OTHER } });
  await machine.learn(machine.transcript(SESSION, talk.rows), HOOK);
  Deno.removeSync(origin);
  talk.typed("and now?");
  const report = await machine.learn(machine.transcript(SESSION, talk.rows), HOOK);
  assertEquals([report.verdict?.kind, report.removed, report.exchanges.new], ["unclaimed", 0, 1]);
});

for (
  const [name, content] of [
    ["behind a byte order mark", "\ufeffno-imprint"],
    ["behind an element and a no-break space", "<system-reminder>x</system-reminder>\u00a0no-imprint"],
    ["behind an element and a vertical tab", "<system-reminder>x</system-reminder>\u000bno-imprint"],
    ["spelt with an escape", "no\\u002dimprint"],
  ] as const
) {
  machineTest(`importTranscript() takes back what was stored when no-imprint is ${name}`, async (machine) => {
    const { kettle } = withResearch(machine);
    const talk = oneTurn(SESSION, kettle);
    await machine.learn(machine.transcript(SESSION, talk.rows), HOOK);
    talk.typed(content);
    const text = talk.rows.map((row) => `${JSON.stringify(row)}\n`).join("").replace("no\\\\u002d", "no\\u002d");
    const report = await machine.learn(machine.transcript(SESSION, [], { text }), HOOK);
    assertEquals([report.outcome, report.verdict?.kind, report.removed], ["skipped", "opted-out", 1]);
    assert(!holdsText(machine, kettle));
  });
}

for (const [kind, last] of [["claimed", "cwd"], ["opted-out", "text"]] as const) {
  machineTest(`importTranscript() goes by a session's other file when that made it ${kind}`, async (machine) => {
    const { kettle, research } = withResearch(machine);
    const talk = oneTurn(SESSION, kettle);
    const own = machine.transcript(SESSION, talk.rows);
    await machine.learn(own);
    // /resume appended rows to the wrong file: https://github.com/anthropics/claude-code/issues/30802
    const more = conversation(SESSION, last === "cwd" ? research : kettle, { prefix: "dddddddd" });
    more.typed(last === "text" ? "no-imprint" : "is it SECRET?");
    const other = machine.transcript(OTHER, [...conversation(OTHER, kettle).rows, ...more.rows]);
    assertEquals((await machine.learn(other)).verdict?.kind, kind);
    talk.typed("and SECRET now?");
    assertEquals((await machine.learn(machine.transcript(SESSION, talk.rows))).verdict?.kind, kind);
    assert(!holdsText(machine, kettle));
  });
}

hookTest("claude stop says that a directory of 200,000 names is no path, at once", async (machine) => {
  const kettle = machine.project("kettle");
  const transcript = machine.transcript(SESSION, oneTurn(SESSION, kettle).rows);
  const long = `/${"a/".repeat(200_000)}`;
  const { code } = await machine.hook(["claude", "stop"], machine.stop(SESSION, transcript, { cwd: long }));
  assertEquals([code, machine.heartbeats().at(-1)?.["outcome"]], [0, "learned"]);
  await machine.hook(["claude", "stop"], machine.stop(SESSION, transcript, { hook_event_name: "E".repeat(1_000_000) }));
  assert(JSON.stringify(machine.heartbeats()).length < 2000, "a heartbeat is short");
});

hookTest("JSON on a terminal steers it no more than text does", async (machine) => {
  const cwd = `${machine.project("kettle")}/\u009b5m\u202e\x1b[2J`;
  const transcript = machine.transcript(SESSION, oneTurn(SESSION, cwd).rows);
  for (const words of [["explain", transcript, "--json"], ["learn", "--transcript", transcript, "--json"]]) {
    const { stdout } = await machine.type(words);
    // deno-lint-ignore no-control-regex -- finding control characters is the point
    assert(!/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/.test(stdout));
    assert(JSON.stringify(JSON.parse(stdout)).includes(JSON.stringify(cwd).slice(1, -1)), "the same text when parsed");
  }
});

/** Devices can be opened under `--allow-all` only. */
const mayOpenDevices = canUseDisk && Deno.build.os === "linux" &&
  (["sys", "ffi", "net"] as const).every((name) => Deno.permissions.querySync({ name }).state === "granted");

Deno.test({
  name: "namingFile() names the file when the disk is full",
  ignore: !mayOpenDevices,
  fn() {
    const file = Deno.openSync("/dev/full", { write: true });
    try {
      const write = (): void => namingFile("/srv/kettle/a.jsonl", () => void file.writeSync(new Uint8Array(1)));
      assertThrows(write, Error, "write '/srv/kettle/a.jsonl'");
    } finally {
      file.close();
    }
  },
});
