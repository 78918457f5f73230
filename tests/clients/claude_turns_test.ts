import { assert, assertEquals } from "@std/assert";
import { claudeTest } from "./claude_test_support.ts";
import { answerTo } from "./model_script_test_support.ts";

const TURNS = 30;

claudeTest("30 turns in a terminal lose no reply", async (machine) => {
  const kettle = machine.trusted("kettle");
  const told = Array.from({ length: TURNS }, (_, turn) => {
    const tag = `kettle-${String(turn + 10)}`;
    return [`and what about ${tag}?`, answerTo(tag)];
  });
  const session = await machine.session({ cwd: kettle });
  try {
    for (const [prompt = ""] of told) await session.turn(prompt);
    const stops = machine.heartbeats().filter((beat) => beat["event"] === "Stop");
    assertEquals(stops.map((beat) => beat["outcome"]), Array(TURNS).fill("learned"));
    // Before the session's end, which would learn what Stop missed.
    assertEquals(machine.learned(kettle), told);
    const times = stops.map((beat) => Number(beat["ms"])).sort((a, b) => a - b);
    const misses = stops.filter((beat) => beat["reason"] === "flush-miss").length;
    console.log(`Stop: median ${times[TURNS / 2]} ms of our code, slowest ${times.at(-1)} ms; ${misses} flush misses`);
    assert(times.every((ms) => ms < 20_000));
    await session.exit();
  } finally {
    await session.end(0);
  }
  assertEquals(machine.learned(kettle), told);
  assertEquals(
    machine.exchanges(kettle).flatMap(({ answers }) => answers.filter(({ provisional }) => provisional)),
    [],
  );
}, { terminal: true });
