import { assertEquals } from "@std/assert";
import { type HookMachine, hookTest } from "./hook_test_support.ts";

const ID = "5b7c1f0e-0000-4000-8000-00000000c0de";
const at = "2026-09-03T08:00:00.000Z";

const logOf = ({ userHome }: HookMachine): string => `${userHome}/.copilot/session-state/${ID}/events.jsonl`;

/** The log with a question, and with its reply or without. */
function putLog(machine: HookMachine, cwd: string, reply?: string): void {
  const rows = [
    { type: "session.start", id: "e1", parentId: null, data: { sessionId: ID, context: { cwd } } },
    { type: "user.message", id: "e2", parentId: "e1", data: { content: "why does it boil dry?" } },
    { type: "assistant.message", id: "e3", parentId: "e2", data: { messageId: "m1", content: reply } },
  ].slice(0, reply === undefined ? 2 : 3);
  Deno.mkdirSync(logOf(machine).replace("/events.jsonl", ""), { recursive: true });
  Deno.writeTextFileSync(logOf(machine), rows.map((row) => `${JSON.stringify({ ...row, timestamp: at })}\n`).join(""));
}

const stopped = (machine: HookMachine, cwd: string, timestamp: number): string =>
  JSON.stringify({
    sessionId: ID,
    timestamp,
    cwd,
    transcriptPath: logOf(machine),
    stopReason: "end_turn",
    stop_hook_active: false,
  });

const answersOf = (machine: HookMachine, cwd: string) =>
  machine.exchanges(cwd).map(({ answers }) => answers.map(({ text }) => text));

for (const name of ["makes", "goes on with"]) {
  hookTest(`copilot agent-stop has the reply when the client ${name} its log moments later`, async (machine) => {
    const kettle = machine.project("kettle");
    if (name === "goes on with") putLog(machine, kettle);
    const timer = setTimeout(() => putLog(machine, kettle, "the sensor sends a null"), 200);
    const run = await machine.hook(["copilot", "agent-stop"], stopped(machine, kettle, Date.now() + 1));
    clearTimeout(timer);
    assertEquals([run.code, run.stdout, run.stderr], [0, "", ""]);
    assertEquals(answersOf(machine, kettle), [["the sensor sends a null"]]);
  });
}

hookTest("copilot agent-stop does not wait for ever for a log that never comes", async (machine) => {
  const kettle = machine.project("kettle");
  const run = await machine.hook(["copilot", "agent-stop"], stopped(machine, kettle, Date.now()));
  assertEquals([run.code, run.stdout, run.stderr], [0, "", ""]);
  assertEquals(machine.heartbeats().map(({ outcome, reason }) => [outcome, reason]), [["skipped", "missing"]]);
});
