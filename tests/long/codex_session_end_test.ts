import { assert, assertEquals } from "@std/assert";
import { createRolloutSource } from "../../scripts/bench/rollout.ts";
import { writeRows } from "../../scripts/bench/transcript.ts";
import { codexEnd, codexHookTest, codexStop } from "../codex_hook_test_support.ts";

/** Sizes in bytes: the machine decides which of them takes longer than a hook may. */
const SIZES = [80e6, 160e6, 320e6, 480e6];

codexHookTest(
  "codex session-end of more than there is time for stores a part, the next runs the rest, and all of it once",
  async (machine) => {
    let [thread, path, kettle, prompts, before] = ["", "", "", 0, 0];
    for (const [index, size] of SIZES.entries()) {
      kettle = machine.project(`kettle-${index}`);
      thread = `01a22a3f-0001-7000-8000-00000000000${index}`;
      path = machine.put(thread, "");
      const source = createRolloutSource({ thread, cwd: kettle });
      writeRows(path, source, size);
      Deno.writeTextFileSync(path, source.turn().map((row) => `${JSON.stringify(row)}\n`).join(""), { append: true });
      prompts = Deno.readTextFileSync(path).split('"type":"UserMessage"').length - 1;

      const end = await machine.hook(["codex", "session-end"], codexEnd(thread, path, kettle));
      assertEquals([end.code, end.stderr], [0, ""]);
      before = machine.exchanges(kettle).length;
      if (machine.heartbeats().at(-1)?.["reason"] === "unfinished") break;
      assertEquals(before, prompts);
    }
    assertEquals(machine.heartbeats().at(-1)?.["reason"], "unfinished");
    assert(before < prompts);
    await machine.hook(["codex", "stop"], codexStop(thread, path, { cwd: kettle }));
    assertEquals((await machine.type(["learn"])).code, 0);
    assertEquals(machine.exchanges(kettle).length, prompts);
    await machine.hook(["codex", "session-end"], codexEnd(thread, path, kettle));
    assertEquals(machine.heartbeats().at(-1)?.["outcome"], "nothing-new");
  },
);
