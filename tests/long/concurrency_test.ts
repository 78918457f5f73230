/**
 * Hooks of three clients, sweeps, a relearn, `forget` and readers on one store, all at the same time. Twenty seconds; a
 * minute, or any other time: `deno test -A tests/long/concurrency_test.ts -- 60`.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { log } from "../../hooks/copilot/rows_test_support.ts";
import { thread } from "../../hooks/codex/rows_test_support.ts";
import { canonicalExchanges } from "../../lib/record/canonical.ts";
import { scriptForm } from "../../scripts/bench/forms.ts";
import { diskTest, withTemporaryDirectory } from "../disk_test_support.ts";
import { createHookMachine, type HookMachine } from "../hook_test_support.ts";
import { conversation, walk } from "../import_test_support.ts";
import { programLine } from "../program_test_support.ts";

const SECONDS = Number(Deno.args[0] ?? 20);
const ID = "bbbbbbbb-0000-4000-8000-00000000000";
/** A turn that is to be forgotten comes so often. */
const SECRET_EVERY = 3;

/** A conversation that grows, and its client's call after each turn. */
interface Talk {
  readonly name: string;
  /** Takes a turn. @returns what the client writes to the hook */
  turn(question: string, answer: string): { readonly words: readonly string[]; readonly payload: unknown };
}

function claudeTalk(machine: HookMachine, id: string, cwd: string): Talk {
  const talk = conversation(id, cwd, { prefix: `${id.slice(-1)}aaaaaaa` });
  return {
    name: `claude ${id.slice(-1)}`,
    turn(question, answer) {
      talk.typed(question);
      talk.reply(answer);
      const path = machine.transcript(id, talk.rows);
      return { words: ["claude", "stop"], payload: JSON.parse(machine.stop(id, path, { cwd })) };
    },
  };
}

function codexTalk(home: string, cwd: string): Talk {
  const talk = thread({ form: "paginated", cwd });
  const folder = `${home}/.codex/sessions/2026/11/02`;
  Deno.mkdirSync(folder, { recursive: true });
  const path = `${folder}/rollout-2026-11-02T09-00-00-${talk.id}.jsonl`;
  return {
    name: "codex",
    turn(question, answer) {
      talk.typed(question);
      talk.reply(answer);
      talk.end();
      Deno.writeTextFileSync(path, talk.text());
      const payload = { session_id: talk.id, transcript_path: path, cwd, hook_event_name: "Stop", turn_id: talk.turn };
      return { words: ["codex", "stop"], payload };
    },
  };
}

function copilotTalk(home: string, id: string, cwd: string): Talk {
  const talk = log({ id, cwd });
  const folder = `${home}/.copilot/session-state/${id}`;
  Deno.mkdirSync(folder, { recursive: true });
  return {
    name: "copilot",
    turn(question, answer) {
      talk.typed(question);
      talk.reply(answer);
      Deno.writeTextFileSync(`${folder}/events.jsonl`, talk.text());
      const payload = {
        sessionId: id,
        timestamp: 1788000000000,
        cwd,
        transcriptPath: `${folder}/events.jsonl`,
        stopReason: "end_turn",
      };
      return { words: ["copilot", "agent-stop"], payload };
    },
  };
}

/** What a run printed, and its exit status. */
interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

diskTest(
  "hooks of three clients, sweeps, a relearn, forget and readers at once leave the store of one after the other",
  () =>
    withTemporaryDirectory(async (root) => {
      const machine = createHookMachine(root);
      const kettle = machine.project("kettle");
      const form = await scriptForm(root);
      const env = { HOME: machine.userHome, NO_COLOR: "1", COLUMNS: "200", ...programLine([]).env };
      const counts: Record<string, number> = {};
      const problems: string[] = [];

      async function run(words: readonly string[], payload?: unknown): Promise<Ran> {
        const { command, args } = form.line(words, { env });
        const child = new Deno.Command(command, {
          args: [...args],
          env,
          cwd: kettle,
          stdin: payload === undefined ? "null" : "piped",
          stdout: "piped",
          stderr: "piped",
        }).spawn();
        if (payload !== undefined) {
          const writer = child.stdin.getWriter();
          await writer.write(new TextEncoder().encode(JSON.stringify(payload)));
          await writer.close();
        }
        const { code, stdout, stderr } = await child.output();
        const decoder = new TextDecoder();
        const name = words.slice(0, 2).join(" ");
        counts[name] = (counts[name] ?? 0) + 1;
        return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
      }

      const start = performance.now();
      const forgotten = new Set<string>();
      /** A busy machine gets more time, until something was forgotten. */
      const isOver = (): boolean => {
        const seconds = (performance.now() - start) / 1000;
        return seconds > SECONDS * (forgotten.size > 0 ? 1 : 6);
      };
      /** Takes `step` again and again until the time is over. */
      async function again(step: () => Promise<void>): Promise<void> {
        while (!isOver()) {
          try {
            await step();
          } catch (error) {
            problems.push(error instanceof Error ? error.stack ?? error.message : String(error));
          }
        }
      }

      const said = new Set<string>();
      function talking(talk: Talk): Promise<void> {
        let turn = 0;
        return again(async () => {
          turn++;
          const isSecret = turn % SECRET_EVERY === 0;
          const question = `${isSecret ? "samovar" : "question"} ${turn} of ${talk.name}.`;
          const { words, payload } = talk.turn(question, `answer ${turn} of ${talk.name}.`);
          said.add(question);
          const { code, stdout, stderr } = await run(words, payload);
          assertEquals([code, stdout, stderr], [0, "", ""], words.join(" "));
        });
      }

      /** One that is stored already: what is not there yet cannot be named. */
      async function forgetOne(): Promise<void> {
        const secret = [...said].find((question) => question.startsWith("samovar") && !forgotten.has(question));
        if (secret === undefined) return await new Promise((resolve) => setTimeout(resolve, 100));
        const { code, stdout, stderr } = await run(["forget", "--match", secret, "--purge", "--json"]);
        const { act, busy } = JSON.parse(stdout);
        assertEquals([code, stderr], [busy.length === 0 ? 0 : 1, ""]);
        if (act !== null) forgotten.add(secret);
      }

      async function read(): Promise<void> {
        for (const words of [["list", "--kind", "exchanges", "--json"], ["search", "answer", "--json"]]) {
          const gone = [...forgotten];
          const { code, stdout, stderr } = await run(words);
          assertEquals([code, stderr], [0, ""], words.join(" "));
          JSON.parse(stdout);
          for (const secret of gone) assert(!stdout.includes(secret), `${words.join(" ")} shows what was forgotten`);
        }
      }

      /** What a reader that takes no lock may see at any moment. */
      async function look(): Promise<void> {
        checkStore(machine, kettle);
        counts["looks"] = (counts["looks"] ?? 0) + 1;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }

      let relearn = 0;
      await Promise.all([
        talking(claudeTalk(machine, `${ID}1`, kettle)),
        talking(claudeTalk(machine, `${ID}2`, kettle)),
        talking(codexTalk(machine.userHome, kettle)),
        talking(copilotTalk(machine.userHome, `${ID}3`, kettle)),
        again(async () => {
          const words = ++relearn % 3 === 0 ? ["learn", "--relearn", "--json"] : ["learn", "--json"];
          const { code, stdout, stderr } = await run(words);
          assertEquals([code, stderr], [0, ""], stdout);
        }),
        again(forgetOne),
        again(read),
        again(read),
        again(look),
      ]);
      assertEquals(problems, []);

      // What was busy, or came too late for the hook, is for the next run.
      for (let pass = 0; pass < 2; pass++) assertEquals((await run(["learn", "--json"])).code, 0);
      checkStore(machine, kettle);
      // The same transcripts, learned one after the other by somebody else.
      const other = machine.project("other");
      const elsewhere = `${root}/elsewhere`;
      for (const transcript of transcriptsBelow(machine.userHome)) {
        const words = ["learn", "--transcript", transcript, "--work-dir", other, "--home", elsewhere];
        assertEquals((await run(words)).code, 0);
      }
      const wanted = contentOf(machine, other).filter((each) =>
        ![...forgotten].some((secret) => each.includes(secret))
      );
      assertEquals(contentOf(machine, kettle), wanted);
      const written = [kettle, `${machine.userHome}/.local`].flatMap((directory) => [...walk(directory)]);
      const left = written.filter((path) => {
        const text = new TextDecoder().decode(Deno.readFileSync(path));
        return [...forgotten].some((secret) => text.includes(secret));
      });
      assertEquals(left, [], "what was forgotten is still there");
      assert(forgotten.size > 0 && wanted.length > 0);
      console.log(`${SECONDS} s: ${JSON.stringify(counts)}, ${wanted.length} exchanges, ${forgotten.size} forgotten`);
    }),
);

/** Whole lines are rows, and no message stands in the store twice. */
function checkStore(machine: HookMachine, workDir: string): void {
  const ids = new Map<string, number>();
  for (const { id, answers } of machine.exchanges(workDir)) {
    ids.set(id, (ids.get(id) ?? 0) + 1);
    const uuids = answers.map(({ uuid }) => uuid).filter((uuid) => uuid !== null);
    assertEquals(uuids.length, new Set(uuids).size, "an answer stands there twice");
  }
  assertEquals([...ids].filter(([, count]) => count > 1), [], "an exchange stands there twice");
  const learnings = `${workDir}/.umwelten/learnings`;
  for (const path of existing(learnings)) {
    if (!path.endsWith(".jsonl")) continue;
    const text = readIfThere(path);
    for (const line of text.slice(0, text.lastIndexOf("\n") + 1).split("\n")) if (line !== "") JSON.parse(line);
  }
}

function contentOf(machine: HookMachine, workDir: string): readonly string[] {
  return canonicalExchanges(machine.exchanges(workDir).filter(({ state }) => state !== "retracted"))
    .map((each) => JSON.stringify(each)).sort();
}

function transcriptsBelow(home: string): readonly string[] {
  return [".claude/projects", ".codex/sessions", ".copilot/session-state"].flatMap((
    store,
  ) => [...walk(`${home}/${store}`)]);
}

function existing(directory: string): readonly string[] {
  try {
    return [...walk(directory)];
  } catch (error) {
    // A directory that was listed may be gone by the time it is looked into.
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

function readIfThere(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}
