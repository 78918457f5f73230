import { assertEquals } from "@std/assert";
import { type HookMachine, hookTest } from "./hook_test_support.ts";

const ID = "1788000000000_ab12";

/** A session with a question, and with its reply or without. */
function putSession({ userHome }: HookMachine, cwd: string, reply?: string): void {
  const folder = `${userHome}/.cline/data/sessions/${ID}`;
  const message = (id: string, role: string, text: string) => ({ id, role, content: [{ type: "text", text }] });
  const question = message("m1", "user", '<user_input mode="act">why does it boil dry?</user_input>');
  const messages = reply === undefined ? [question] : [question, message("m2", "assistant", reply)];
  Deno.mkdirSync(folder, { recursive: true });
  const manifest = { version: 1, session_id: ID, source: "cli", cwd, workspace_root: cwd };
  Deno.writeTextFileSync(`${folder}/${ID}.json`, JSON.stringify(manifest));
  const held = { version: 1, updated_at: new Date().toISOString(), agent: "lead", sessionId: ID, messages };
  // As the client does: beside it, and then over it.
  Deno.writeTextFileSync(`${folder}/${ID}.new`, JSON.stringify(held));
  Deno.renameSync(`${folder}/${ID}.new`, `${folder}/${ID}.messages.json`);
}

const ended = (cwd: string, at: number): string =>
  JSON.stringify({
    clineVersion: "",
    hookName: "agent_end",
    timestamp: new Date(at).toISOString(),
    taskId: "conv_1",
    sessionContext: { rootSessionId: ID },
    workspaceRoots: [cwd],
  });

const answersOf = (machine: HookMachine, cwd: string) =>
  machine.exchanges(cwd).map(({ answers }) => answers.map(({ text }) => text));

hookTest("cline task-complete has the reply that is written a moment after the end of the turn", async (machine) => {
  const kettle = machine.project("kettle");
  putSession(machine, kettle);
  const timer = setTimeout(() => putSession(machine, kettle, "the sensor sends a null"), 250);
  const run = await machine.hook(["cline", "task-complete"], ended(kettle, Date.now() + 1));
  clearTimeout(timer);
  assertEquals([run.code, run.stdout, run.stderr], [0, "", ""]);
  assertEquals(answersOf(machine, kettle), [["the sensor sends a null"]]);
});

hookTest("cline task-complete does not wait for ever, and a later call has the reply", async (machine) => {
  const kettle = machine.project("kettle");
  putSession(machine, kettle);
  await machine.hook(["cline", "task-complete"], ended(kettle, Date.now() + 3_600_000));
  assertEquals(answersOf(machine, kettle), [[]]);
  assertEquals(machine.heartbeats().map(({ outcome, reason }) => [outcome, reason]), [["learned", "flush-miss"]]);
  putSession(machine, kettle, "the sensor sends a null");
  await machine.hook(["cline", "task-complete"], ended(kettle, Date.now() - 1000));
  assertEquals(answersOf(machine, kettle), [["the sensor sends a null"]]);
});

hookTest("cline task-complete forgets no directory that an earlier manifest named", async (machine) => {
  const [kettle, research] = [machine.project("kettle"), machine.project("research")];
  machine.configure({ version: 1, workspaces: { default: {}, a: { roots: [kettle] }, b: { roots: [research] } } });
  for (const cwd of [kettle, research]) {
    putSession(machine, cwd, "the sensor sends a null");
    await machine.hook(["cline", "task-complete"], ended(cwd, Date.now() - 1000));
  }
  // A tombstone in the one, nothing in the other.
  const left = [kettle, research].map((cwd) => machine.exchanges(cwd).map(({ question, state }) => [question, state]));
  assertEquals(left, [[[null, "retracted"]], []]);
});
