import { assert, assertEquals } from "@std/assert";
import { hookTest } from "../hook_test_support.ts";
import { conversation } from "../import_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";

hookTest(
  "32 Stop hooks at once for one session, and for 32 sessions, lose and duplicate nothing (report 23: https://github.com/anthropics/claude-code/issues/3465)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    for (let turn = 1; turn <= 8; turn++) {
      talk.typed(`question ${turn}`);
      talk.reply(`answer ${turn}`);
    }
    const transcript = machine.transcript(SESSION, talk.rows);
    const start = performance.now();
    const runs = await Promise.all(
      Array.from({ length: 32 }, () => machine.hook(["claude", "stop"], machine.stop(SESSION, transcript))),
    );
    assertEquals(new Set(runs.map(({ code }) => code)), new Set([0]));
    assertEquals(machine.exchanges(kettle).map(({ answers }) => answers.length), [1, 1, 1, 1, 1, 1, 1, 1]);
    const ids = Array.from({ length: 32 }, (_, n) => `bbbbbbbb-0000-4000-8000-0000000000${String(n).padStart(2, "0")}`);
    const paths = ids.map((id, n) => {
      const other = conversation(id, kettle, { prefix: `cccc00${String(n).padStart(2, "0")}` });
      other.typed(`question of session ${n}`);
      other.reply(`answer of session ${n}`);
      return [id, machine.transcript(id, other.rows)] as const;
    });
    const learn = (session: typeof paths[number]) =>
      machine.hook(["claude", "stop"], machine.stop(session[0], session[1]));
    await Promise.all(paths.map(learn));
    const ms = Math.round(performance.now() - start);
    // On a busy machine a run may wait 5 s for its turn, or 2 s for its payload, and leave the session to the next run;
    // then it says so.
    const skips = machine.heartbeats().filter((beat) => beat["outcome"] === "skipped").map((beat) => beat["reason"]);
    assertEquals(skips.filter((reason) => reason !== "lock-busy" && reason !== "stdin-timeout"), []);
    const stored = new Set(machine.exchanges(kettle).map((exchange) => exchange.sessionId));
    const left = paths.filter(([id]) => !stored.has(id));
    assert(left.length <= skips.length, `${left.length} sessions are missing, ${skips.length} runs said so`);
    for (const session of left) await learn(session);
    assertEquals(machine.exchanges(kettle).length, 8 + 32);
    console.log(`64 hooks in ${ms} ms, ${left.length} sessions left to the next run`);
  },
);
