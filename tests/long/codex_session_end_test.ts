import { assert, assertEquals } from "@std/assert";
import { createRolloutSource } from "../../scripts/bench/rollout.ts";
import { writeRows } from "../../scripts/bench/transcript.ts";
import { codexEnd, codexHookTest, codexStop } from "../codex_hook_test_support.ts";

codexHookTest(
  "codex session-end of 80 MB that nobody learned stores a part, the next runs the rest, and all of it once",
  async (machine) => {
    const kettle = machine.project("kettle");
    const thread = "01a22a3f-0001-7000-8000-000000000001";
    const path = machine.put(thread, "");
    const source = createRolloutSource({ thread, cwd: kettle });
    writeRows(path, source, 80e6);
    Deno.writeTextFileSync(path, source.turn().map((row) => `${JSON.stringify(row)}\n`).join(""), { append: true });
    const prompts = Deno.readTextFileSync(path).split('"type":"UserMessage"').length - 1;

    const end = await machine.hook(["codex", "session-end"], codexEnd(thread, path, kettle));
    assertEquals([end.code, end.stderr], [0, ""]);
    assertEquals(machine.heartbeats().map((beat) => beat["reason"]), ["unfinished"]);
    assert(machine.exchanges(kettle).length < prompts);
    await machine.hook(["codex", "stop"], codexStop(thread, path, { cwd: kettle }));
    assertEquals((await machine.type(["learn"])).code, 0);
    assertEquals(machine.exchanges(kettle).length, prompts);
    await machine.hook(["codex", "session-end"], codexEnd(thread, path, kettle));
    assertEquals(machine.heartbeats().at(-1)?.["outcome"], "nothing-new");
  },
);
