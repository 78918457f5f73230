/**
 * Writes transcripts as Claude Code 2.1 does, of any size: prompts every thirty records or so, thinking, tool calls with
 * results of up to 100 KB that stand in a row twice, task lists, attachments and book-keeping rows. What share of the
 * bytes each kind has follows real transcripts: tool results half, tool calls and thinking a third.
 *
 * @module
 */
import { code, command, createDice, type Dice, prose } from "./words.ts";

/** What is written. */
export interface TranscriptOptions {
  /** At least so many bytes. */
  readonly bytes: number;
  readonly sessionId: string;
  /** Directory that every record names. */
  readonly cwd: string;
  readonly seed?: number;
  /** Records between two prompts; 30 unless told. Infinity: one prompt, then one exchange without end. */
  readonly promptEvery?: number;
}

/** Any row. */
export type Row = Record<string, unknown>;

/** A transcript that grows row by row. */
export interface RowSource {
  /** The next rows of the conversation, one prompt, call, result or reply at a time. */
  next(): readonly Row[];
  /** A typed prompt and its reply: what one more turn adds. */
  turn(): readonly Row[];
  /** A tool call and a reply: what a step of the open exchange adds. */
  step(): readonly Row[];
}

const BUFFERED = 4 * 1024 * 1024;

/**
 * Writes a transcript.
 *
 * @returns the source of its rows, to go on with
 */
export function writeTranscript(path: string, options: TranscriptOptions): RowSource {
  return writeRows(path, createRowSource(options), options.bytes);
}

/**
 * Writes rows until a file holds at least so many bytes.
 *
 * @returns their source, to go on with
 */
export function writeRows(path: string, source: RowSource, bytes: number): RowSource {
  const file = Deno.openSync(path, { write: true, create: true, truncate: true });
  const encoder = new TextEncoder();
  let written = 0;
  let text = "";
  const flush = () => {
    const bytes = encoder.encode(text);
    for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
    written += bytes.length;
    text = "";
  };
  try {
    while (written + text.length < bytes) {
      text += asLines(source.next());
      if (text.length > BUFFERED) flush();
    }
    flush();
  } finally {
    file.close();
  }
  return source;
}

/** Rows as they stand in a file. */
export function asLines(rows: readonly Row[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

function createRowSource({ sessionId, cwd, seed = 1, promptEvery = 30 }: TranscriptOptions): RowSource {
  const dice = createDice(seed);
  let parent: string | null = null;
  let clock = Date.UTC(2026, 9, 26, 9);
  let untilPrompt = 0;
  let message = 0;

  function tree(row: Row): Row {
    const uuid = `${dice.hex(8)}-${dice.hex(4)}-4${dice.hex(3)}-8${dice.hex(3)}-${dice.hex(12)}`;
    clock += 500 + dice.below(9000);
    const made = {
      parentUuid: parent,
      isSidechain: false,
      ...row,
      uuid,
      timestamp: new Date(clock).toISOString(),
      userType: "external",
      entrypoint: "cli",
      cwd,
      sessionId,
      version: "2.1.332",
      gitBranch: "main",
    };
    parent = uuid;
    return made;
  }

  function assistant(content: Row, id = `msg_01${dice.hex(22)}`): Row {
    const usage = {
      input_tokens: dice.below(9),
      cache_read_input_tokens: dice.below(90000),
      output_tokens: dice.below(900),
    };
    const inner = {
      model: "sample",
      id,
      type: "message",
      role: "assistant",
      content: [content],
      stop_reason: null,
      usage,
    };
    return tree({ message: inner, requestId: `req_01${dice.hex(22)}`, type: "assistant" });
  }

  function prompt(): Row {
    return tree({
      promptId: dice.hex(32),
      type: "user",
      message: { role: "user", content: promptText(dice) },
      origin: { kind: "human" },
      promptSource: "typed",
      turnOrigin: "human",
    });
  }

  const reply = () => assistant({ type: "text", text: replyText(dice) });

  function toolUse(): readonly Row[] {
    const id = `toolu_01${dice.hex(22)}`;
    const call = toolCall(dice, message++);
    const text = toolOutput(dice);
    const used = assistant({ type: "tool_use", id, ...call });
    const result = tree({
      type: "user",
      message: { role: "user", content: [{ tool_use_id: id, type: "tool_result", content: text, is_error: false }] },
      toolUseResult: { stdout: text, stderr: "", interrupted: false, isImage: false },
      sourceToolAssistantUUID: used["uuid"],
    });
    return [used, result];
  }

  function thinking(): Row {
    const signature = btoa(dice.hex(600 + dice.below(2400)));
    return assistant({ type: "thinking", thinking: prose(dice, dice.below(2500), dice.below(4) === 0), signature });
  }

  function next(): readonly Row[] {
    if (untilPrompt-- <= 0) {
      untilPrompt = promptEvery === Infinity
        ? Infinity
        : Math.max(2, Math.round(promptEvery * 0.6) - 8 + dice.below(17));
      const snapshot = { messageId: dice.hex(32), trackedFileBackups: {}, timestamp: new Date(clock).toISOString() };
      return [{ type: "file-history-snapshot", messageId: dice.hex(32), snapshot, isSnapshotUpdate: false }, prompt()];
    }
    // Calls come with their results, so that 18 of these make 30 records.
    switch (dice.below(13)) {
      case 0:
      case 1:
        return [thinking()];
      case 2:
      case 3:
        return [reply()];
      case 4:
        return [
          tree({
            type: "attachment",
            attachment: { type: "task_reminder", content: [], itemCount: 0, text: prose(dice, 900, false) },
          }),
          { type: "last-prompt", lastPrompt: prose(dice, 60, false), leafUuid: parent, sessionId },
        ];
      case 5:
        return [
          tree({
            type: "system",
            subtype: "stop_hook_summary",
            hookCount: 1,
            hookInfos: [{ command: "kettle-check" }],
            level: "suggestion",
          }),
        ];
      default:
        return toolUse();
    }
  }

  return { next, turn: () => [prompt(), reply()], step: () => [...toolUse(), reply()] };
}

/** Half of the prompts are a few words, one in eight brings a paste along. */
export function promptText(dice: Dice): string {
  const length = dice.pick([10, 20, 40, 80, 120, 200, 400, 900]);
  const pasted = dice.below(8) === 0 ? `\n\n\`\`\`\n${code(dice, 2500, false)}\`\`\`` : "";
  return prose(dice, length, dice.below(4) === 0) + pasted;
}

/** Most replies are a sentence between two tool calls; some are a report with headings, lists and code. */
export function replyText(dice: Dice): string {
  const marks = dice.below(2) === 0;
  if (dice.below(10) < 6) return prose(dice, 60 + dice.below(300), marks);
  let text = `## ${prose(dice, 20, false)}\n\n${prose(dice, 200 + dice.below(600), marks)}\n\n`;
  for (let items = dice.below(6); items > 0; items--) {
    text += `- **${dice.hex(2)}**: ${prose(dice, 80, marks).trim()}\n`;
  }
  if (dice.below(3) === 0) text += `\n\`\`\`ts\n${code(dice, 400, false)}\`\`\`\n`;
  return text;
}

function toolCall(dice: Dice, number: number): Row {
  switch (dice.below(10)) {
    case 0:
      return { name: "TodoWrite", input: { todos: taskList(dice, number) } };
    case 1:
    case 2:
      return {
        name: "Edit",
        input: {
          file_path: `/srv/kettle/lib/${dice.hex(2)}.ts`,
          old_string: code(dice, 900, false),
          new_string: code(dice, 1200, false),
        },
      };
    case 3:
      return {
        name: "Write",
        input: { file_path: `/srv/kettle/lib/${dice.hex(2)}.ts`, content: code(dice, 4000, dice.below(3) === 0) },
      };
    case 4:
    case 5:
      return { name: "Read", input: { file_path: `/srv/kettle/lib/${dice.hex(2)}.ts` } };
    default:
      return { name: "Bash", input: { command: command(dice), description: prose(dice, 30, false) } };
  }
}

/** A list of eight tasks that is worked off and begun again. */
function taskList(dice: Dice, number: number): readonly Row[] {
  const titles = createDice(1 + (number >> 8));
  return Array.from({ length: 8 }, (_, index) => ({
    content: prose(titles, 30, false),
    status: index < dice.below(8) ? "completed" : "pending",
    activeForm: "working",
  }));
}

/** One result in thirty is long, most are a few lines or a screen full. */
export function toolOutput(dice: Dice): string {
  const marks = dice.below(3) === 0;
  const kind = dice.below(30);
  if (kind === 0) return code(dice, 20_000 + dice.below(30_000), true);
  return code(dice, kind < 12 ? dice.below(400) : dice.below(3000), marks);
}
