import { assert, assertEquals } from "@std/assert";
import { commandTest } from "../command_test_support.ts";
import { type Row, snapshot } from "../import_test_support.ts";
import { programLine } from "../program_test_support.ts";

const SESSIONS = 400;
const INTERRUPTIONS = 10;

function rows(session: string, cwd: string): readonly Row[] {
  return [0, 1, 2].flatMap((turn): readonly Row[] => {
    const common = { sessionId: session, cwd, timestamp: `2026-09-03T08:00:0${turn}.000Z` };
    const ids = { user: `${session}-u${turn}`, reply: `${session}-a${turn}` };
    return [
      { type: "user", uuid: ids.user, parentUuid: null, ...common, message: { role: "user", content: `why ${turn}?` } },
      {
        type: "assistant",
        uuid: ids.reply,
        parentUuid: ids.user,
        ...common,
        message: { id: ids.reply, role: "assistant", content: [{ type: "text", text: `because ${turn}` }] },
      },
    ];
  });
}

commandTest("learn loses and duplicates nothing when it is interrupted at ten random moments", async (machine) => {
  const kettle = machine.project("kettle");
  for (let n = 0; n < SESSIONS; n++) {
    const session = `${String(n).padStart(8, "0")}-5555-4555-8555-000000000001`;
    machine.transcript(session, rows(session, kettle));
  }
  const before = snapshot(`${machine.root}/client`);
  let interrupted = 0;
  for (let n = 0; n < INTERRUPTIONS; n++) {
    const { command, args, env } = programLine(["learn", "--json"]);
    const child = new Deno.Command(command, {
      args: [...args],
      cwd: machine.root,
      stdin: "null",
      stdout: "null",
      stderr: "null",
      env: {
        ...env,
        HOME: machine.userHome,
        CLAUDE_CONFIG_DIR: `${machine.root}/client`,
        IMPRINT_HOOK_HOME: machine.home,
      },
    }).spawn();
    const timer = setTimeout(() => {
      try {
        child.kill("SIGINT");
      } catch {
        // It had ended.
      }
    }, 250 + Math.random() * 500);
    const { signal, code } = await child.status;
    clearTimeout(timer);
    if (signal !== null || code !== 0) interrupted++;
  }
  assert(interrupted > 0, "no run was interrupted: the store is too small for this machine");
  await machine.json(["learn"]);
  const told = machine.exchanges(kettle);
  assertEquals(told.length, SESSIONS * 3);
  assertEquals(new Set(told.map(({ id }) => id)).size, SESSIONS * 3);
  assert(told.every(({ answers }) => answers.length === 1));
  assertEquals(snapshot(`${machine.root}/client`), before);
  // Row by row, too: a reader would hide a row that was appended twice.
  const lines = machine.everything(`${kettle}/.umwelten`).split("\n").filter((line) => line.includes("because "));
  assertEquals(lines.length, new Set(lines).size);
});
