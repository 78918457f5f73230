/**
 * Random conversations cut at random bytes: the store ends as if the transcript had been read once.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { diskTest, withTemporaryDirectory } from "./disk_test_support.ts";
import { conversation, createMachine, type Row, walk } from "./import_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
const OTHER = "bbbbbbbb-0000-4000-8000-000000000002";

function command(name: string, args = ""): string {
  return `<command-name>/${name}</command-name>\n<command-message>${name}</command-message>\n<command-args>${args}</command-args>`;
}

/** A conversation to which random things are done. `old`: as versions without markers write it. */
function createTalk(cwd: string, old: boolean) {
  const [talk, other] = [conversation(SESSION, cwd), conversation(OTHER, cwd)];
  const version = old ? { version: "2.1.30" } : {};
  const user = (content: unknown, extra: Row = {}) =>
    talk.row({ type: "user", message: { role: "user", content }, ...version, ...extra });
  const typed = (text: string, extra: Row = {}) => old ? user(text, extra) : talk.typed(text, extra);
  const tool = (id: string, name: string, input: unknown) =>
    talk.row({
      type: "assistant",
      message: { id, role: "assistant", model: "sample", content: [{ type: "tool_use", id, name, input }] },
      ...version,
    });
  const operation = (name: string, at: number, content?: string): Row => {
    const timestamp = `2026-02-01T10:00:${String(at % 60).padStart(2, "0")}.000Z`;
    return { type: "queue-operation", operation: name, content, timestamp, sessionId: SESSION };
  };
  const custom = { origin: { kind: "human" } };
  /** Each gives the lines that it adds; `n` is random, `i` says which one it is. */
  const steps: Readonly<Record<string, (n: number, i: number) => readonly (Row | string)[]>> = {
    typed: (n, i) => [typed(`question ${i}${n % 5 === 0 ? " again" : ""}`)],
    remember: (n) => [typed(`remember: thing ${n % 7}`)],
    reply: (n, i) => [talk.reply(n % 6 === 0 ? "ok" : `reply ${i}`, version)],
    custom: (n) => [user(command("brew", String(n)), custom)],
    expanded: (n) => [
      user(command("pour", String(n)), custom),
      user("Pour it.", { isMeta: true, turnCompanion: true }),
    ],
    builtin: () => [user(command("compact")), user("<local-command-stdout>done</local-command-stdout>")],
    queued: (n) => [
      talk.row({ type: "attachment", attachment: { type: "queued_command", prompt: `queued ${n % 4}` }, ...version }),
    ],
    queue: (n, i) => [
      operation("enqueue", i, `from the queue ${n % 4}`),
      ...(n % 3 === 0 ? [] : [operation("remove", i)]),
      ...(n % 2 === 0 ? [] : [typed(`from the queue ${n % 4}`)]),
    ],
    tool: (n, i) => [
      tool(`t${i}`, "Bash", { command: "kettle status" }),
      user([{ type: "tool_result", tool_use_id: `t${i}`, content: "off" }, ...beside(n, i)]),
    ],
    todo: (n, i) => [
      tool(`t${i}`, "TodoWrite", { todos: [{ content: "fill", status: n % 2 === 0 ? "pending" : "completed" }] }),
    ],
    answer: (n) => [
      user([{ type: "tool_result", tool_use_id: "q", content: "answered" }], {
        toolUseResult: { answers: { "Which tea?": `${n}` } },
      }),
    ],
    side: () => [user("side prompt", { isSidechain: true }), talk.reply("side reply", { isSidechain: true })],
    interrupt: () => [user("[Request interrupted by user]")],
    note: () => [user("<task-notification>done</task-notification>", { origin: { kind: "task-notification" } })],
    compact: () => [
      talk.row({ type: "system", subtype: "compact_boundary", parentUuid: null }),
      user("This session is being continued from before", { isCompactSummary: true }),
    ],
    rewind: (n, i) => {
      const back = talk.rows[Math.max(0, talk.rows.length - 1 - (n % 9))];
      return [typed(`instead ${i}`, { parentUuid: back?.[n % 2 === 0 ? "parentUuid" : "uuid"] ?? null })];
    },
    twice: (n) => {
      const from = n % (talk.rows.length + 1);
      return talk.rows.slice(from, from + 1 + n % 3).map((row) => ({ ...row, slug: "again" }));
    },
    other: (_, i) => [other.typed(`other ${i}`), other.reply("other reply")],
    nameless: (n) => [user(`nameless ${n % 3}`, { uuid: undefined })],
    summary: () => [{ type: "summary", summary: "tea", leafUuid: "leaf" }],
    broken: (n) => [['{"type":"user","message":', "", "\0\0\0"][n % 3] ?? ""],
  };
  function beside(n: number, i: number): readonly Row[] {
    return old && n % 2 === 0 ? [{ type: "text", text: `beside ${i}` }] : [];
  }
  return steps;
}

const STEPS = Object.keys(createTalk("/srv/kettle", false));
/** What is lost after a run, besides nothing. */
const LOSSES = ["nothing", "nothing", "state", "meta.json", "seen.bin"] as const;

diskTest(
  "importTranscript() gives the same store when a random conversation is cut anywhere and caches are lost",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          steps: fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.nat(99)), { minLength: 3, maxLength: 20 }),
          old: fc.boolean(),
          ends: fc.boolean(),
          cuts: fc.array(
            fc.record({
              at: fc.double({ min: 0, max: 1, noNaN: true }),
              final: fc.boolean(),
              loss: fc.constantFrom(...LOSSES),
            }),
            { minLength: 1, maxLength: 3 },
          ),
        }),
        ({ steps, old, ends, cuts }) =>
          withTemporaryDirectory(async (root) => {
            const machine = createMachine(root);
            const [whole, pieces] = [machine.project("whole"), machine.project("pieces")];
            const talk = createTalk(machine.project("kettle"), old);
            const lines = steps.flatMap(([name, n], i) => talk[name]?.(n, i) ?? []);
            const text = lines.map((line) => typeof line === "string" ? line : JSON.stringify(line)).join("\n") +
              (ends ? "\n" : "");
            await machine.learn(machine.transcript(SESSION, [], { text, slug: "-whole" }), { workDir: whole });
            for (const { at, final, loss } of cuts.sort((a, b) => a.at - b.at)) {
              const cut = text.slice(0, Math.floor(at * text.length));
              await machine.learn(machine.transcript(SESSION, [], { text: cut }), { workDir: pieces, final });
              for (const path of [...walk(machine.home), ...walk(pieces)]) {
                if (loss !== "nothing" && path.includes(loss)) Deno.removeSync(path);
              }
            }
            const transcript = machine.transcript(SESSION, [], { text });
            await machine.learn(transcript, { workDir: pieces });
            assertEquals(machine.canonical(pieces), machine.canonical(whole));
            const again = await machine.learn(transcript, { workDir: pieces });
            for (const { outcome } of [again, ...again.otherSessions ?? []]) assertEquals(outcome === "learned", false);
          }),
      ),
      { numRuns: 15, endOnFailure: true },
    );
  },
);
