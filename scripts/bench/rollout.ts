/**
 * Writes rollouts as Codex 0.171 does, of any size: turns with reasoning, commands and their output, token counts, and
 * each message twice, as an item and as what the turn completed.
 *
 * @module
 */
import { promptText, replyText, type Row, type RowSource, toolOutput } from "./transcript.ts";
import { command, createDice, prose } from "./words.ts";

/** What is written. */
export interface RolloutOptions {
  readonly thread: string;
  /** Directory that the thread and every turn name. */
  readonly cwd: string;
  readonly seed?: number;
}

const START = Date.UTC(2026, 9, 26, 9);
/** Of fourteen things that come next one ends the turn, which makes some thirty lines of one. */
const THINGS = 14;

/** The rows of one thread. */
export function createRolloutSource({ thread, cwd, seed = 1 }: RolloutOptions): RowSource {
  const dice = createDice(seed);
  let [clock, ordinal, items] = [START, 0, 0];
  let turn: string | undefined;
  let begun = false;

  function line(type: string, payload: Row): Row {
    clock += 500 + dice.below(9000);
    return { timestamp: new Date(clock).toISOString(), ordinal: ordinal++, type, payload };
  }
  const event = (payload: Row) => line("event_msg", payload);
  const completed = (item: Row) =>
    event({ type: "item_completed", thread_id: thread, turn_id: turn, item: { id: `item-${++items}`, ...item } });
  const meta = (kinds: readonly string[]): Row => ({
    internal_chat_message_metadata_passthrough: { turn_id: turn, content_item_kinds: kinds },
  });

  function prompt(): readonly Row[] {
    const ms = clock.toString(16).padStart(12, "0");
    turn = `${ms.slice(0, 8)}-${ms.slice(8)}-7${dice.hex(3)}-8${dice.hex(3)}-${dice.hex(12)}`;
    const text = promptText(dice);
    const content = [{ type: "input_text", text }];
    return [
      event({ type: "task_started", turn_id: turn, model_context_window: 258_400 }),
      line("turn_context", { turn_id: turn, cwd, approval_policy: "never", model: "sample", summary: "auto" }),
      line("response_item", { type: "message", role: "user", content, ...meta(["user.text"]) }),
      completed({ type: "UserMessage", content: [{ type: "text", text }] }),
    ];
  }

  function reply(phase: "commentary" | "final_answer"): readonly Row[] {
    const text = replyText(dice);
    const content = [{ type: "output_text", text }];
    return [
      completed({ type: "AgentMessage", content: [{ type: "Text", text }], phase }),
      line("response_item", { type: "message", role: "assistant", content, phase, ...meta(["unknown"]) }),
    ];
  }

  function step(): readonly Row[] {
    const call_id = `call_${dice.hex(24)}`;
    const [cmd, text] = [command(dice), toolOutput(dice)];
    const code = dice.below(9) === 0 ? 1 : 0;
    const output = `Chunk ID: ${
      dice.hex(6)
    }\nWall time: 0.1 seconds\nProcess exited with code ${code}\nOutput:\n${text}`;
    const item = {
      type: "CommandExecution",
      command: ["/bin/bash", "-lc", cmd],
      cwd: `file://${cwd}`,
      exit_code: code,
    };
    return [
      line("response_item", {
        type: "function_call",
        name: "exec_command",
        arguments: JSON.stringify({ cmd }),
        call_id,
      }),
      line("response_item", { type: "function_call_output", call_id, output }),
      completed({ ...item, aggregated_output: text }),
      event({ type: "token_count", info: { total_token_usage: { input_tokens: dice.below(90_000) } } }),
    ];
  }

  function reasoning(): readonly Row[] {
    const encrypted = btoa(dice.hex(900 + dice.below(3000)));
    return [line("response_item", { type: "reasoning", summary: [], encrypted_content: encrypted })];
  }

  function end(): readonly Row[] {
    const rows = [...reply("final_answer"), event({ type: "task_complete", turn_id: turn, last_agent_message: null })];
    turn = undefined;
    return rows;
  }

  function next(): readonly Row[] {
    if (!begun) {
      begun = true;
      const instructions = { text: prose(dice, 20_000, false) };
      const source = { originator: "codex_tui", cli_version: "0.171.0", source: "cli", thread_source: "user" };
      return [
        line("session_meta", {
          id: thread,
          cwd,
          ...source,
          history_mode: "paginated",
          base_instructions: instructions,
        }),
      ];
    }
    if (turn === undefined) return prompt();
    const kind = dice.below(THINGS);
    if (kind === 0) return end();
    if (kind < 3) return reply("commentary");
    return kind < 6 ? reasoning() : step();
  }

  return {
    next,
    turn: () => [...(turn === undefined ? [] : end()), ...prompt(), ...reply("final_answer")],
    step: () => [...step(), ...reply("commentary")],
  };
}
