import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Check } from "../lib/checkup.ts";
import { checksText } from "../lib/cli/doctor/checks_text.ts";
import { layoutFor, width } from "../lib/cli/screen.ts";
import { disk } from "../lib/io/disk.ts";
import { keepInstall } from "../lib/record/installs.ts";
import { keepPause } from "../lib/record/pauses.ts";
import { diskTest, withTemporaryDirectory } from "./disk_test_support.ts";
import { createDoctorMachine, type DoctorMachine } from "./doctor_test_support.ts";
import { conversation, snapshot } from "./import_test_support.ts";

const DAY = 86_400_000;

/** One planted fault: what is done to a clean machine, and the one problem that comes of it. */
interface Fault {
  readonly name: string;
  readonly plant: (machine: DoctorMachine) => void;
  readonly id: string;
  /** Another problem that the same fault makes. */
  readonly also?: string;
  readonly found: RegExp;
  readonly advice: RegExp;
}

const FAULTS: readonly Fault[] = [
  {
    name: "no hook is wired",
    plant: ({ settings }) => Deno.writeTextFileSync(settings, "{}"),
    id: "claude-code/wired",
    found: /not wired/,
    advice: /imprint-hook install claude/,
  },
  {
    name: "an event is not wired",
    plant: ({ settings, edit }) => edit(settings, (text) => text.replace('"SessionEnd"', '"SubagentStop"')),
    id: "claude-code/settings/missing-event",
    found: /SessionEnd is not wired/,
    advice: /install claude/,
  },
  {
    name: "hooks are wired in two files",
    plant: ({ project, wire }) => wire(`${project}/.claude/settings.local.json`),
    id: "claude-code/settings/duplicate",
    found: /Stop is wired in ".*settings\.json" and ".*settings\.local\.json"/,
    advice: /take it out of all but one/,
  },
  {
    name: "the program is gone",
    plant: ({ program }) => Deno.removeSync(program),
    id: "program/gone",
    found: /\.local\/bin\/imprint-hook", which a hook starts, is gone/,
    advice: /run "imprint-hook install claude" again/,
  },
  {
    name: "the program's path has a version in it",
    plant({ home, settings, wire }) {
      const program = `${home}/.nvm/versions/node/v22.4.1/bin/imprint-hook`;
      Deno.mkdirSync(program.replace(/\/[^/]+$/, ""), { recursive: true });
      Deno.writeTextFileSync(program, "");
      wire(settings, program);
    },
    id: "program/versioned",
    found: /v22\.4\.1.*an upgrade takes away/,
    advice: /run "imprint-hook install claude" again/,
  },
  {
    name: "the program lies in a directory that the system empties",
    plant({ root, settings, wire }) {
      Deno.writeTextFileSync(`${root}/tmp/imprint-hook`, "");
      wire(settings, `${root}/tmp/imprint-hook`);
    },
    id: "program/temporary",
    found: /a directory that the system empties/,
    advice: /run "imprint-hook install claude" again/,
  },
  {
    name: "the checkout lies in a directory that the system empties",
    plant({ root, home, settings, wire }) {
      const [deno, script] = [`${home}/.local/bin/deno`, `${root}/tmp/clone/main.ts`];
      Deno.mkdirSync(`${root}/tmp/clone`);
      for (const path of [deno, script]) Deno.writeTextFileSync(path, "");
      wire(settings, deno, "run", "--quiet", script);
    },
    id: "program/temporary",
    found: /clone\/main\.ts", which a hook starts, is in a directory that the system empties/,
    advice: /^move the checkout to a place that stays and run "imprint-hook install claude" from there$/,
  },
  {
    name: "Deno lies in the cache of npx",
    plant({ home, settings, wire }) {
      const [deno, script] = [`${home}/.npm/_npx/1f2e/node_modules/deno/deno`, `${home}/clone/main.ts`];
      for (const path of [deno, script]) {
        Deno.mkdirSync(path.replace(/\/[^/]+$/, ""), { recursive: true });
        Deno.writeTextFileSync(path, "");
      }
      wire(settings, deno, "run", "--quiet", script);
    },
    id: "program/npx",
    found: /_npx\/.*npm may empty/,
    advice: /npm install --global deno.* run "imprint-hook install claude" with it$/,
  },
  {
    name: "Deno lies below a version of Node's, where npm put it for all projects",
    plant({ home, settings, wire }) {
      const [deno, script] = [`${home}/.nvm/versions/node/v22.4.1/bin/deno`, `${home}/clone/main.ts`];
      for (const path of [deno, script]) {
        Deno.mkdirSync(path.replace(/\/[^/]+$/, ""), { recursive: true });
        Deno.writeTextFileSync(path, "");
      }
      wire(settings, deno, "run", "--quiet", script);
    },
    id: "program/versioned",
    found: /v22\.4\.1.*an upgrade takes away/,
    advice:
      /^run "imprint-hook install claude" again after each upgrade, or once with a Deno whose path has no version/,
  },
  {
    name: "a timeout is in milliseconds (https://github.com/plastic-labs/claude-honcho/issues/59)",
    plant: ({ settings, edit }) => edit(settings, (text) => text.replace('"timeout": 30', '"timeout": 30000')),
    id: "claude-code/settings/milliseconds",
    found: /the timeout 30000 of SessionEnd .* is in seconds/,
    advice: /install claude/,
  },
  {
    name: "the client is too old for the form of the entry",
    plant({ transcript, edit }) {
      const { mtime } = Deno.statSync(transcript);
      edit(transcript, (text) => text.replaceAll('"2.1.332"', '"2.1.138"'));
      Deno.utimeSync(transcript, mtime ?? new Date(), mtime ?? new Date());
    },
    id: "claude-code/settings/form",
    found: /uses "args", which this Claude Code ignores/,
    advice: /update it or run "install claude"/,
  },
  {
    name: "hooks are switched off",
    plant: ({ settings, edit }) => edit(settings, (text) => text.replace("{", '{ "disableAllHooks": true,')),
    id: "claude-code/settings/hooks-disabled",
    found: /"disableAllHooks"/,
    advice: /set it to false/,
  },
  {
    name: "the committed settings do not parse",
    plant({ project }) {
      Deno.mkdirSync(`${project}/.claude`);
      Deno.writeTextFileSync(`${project}/.claude/settings.json`, '{ "model": }');
    },
    id: "claude-code/settings/unreadable",
    found: /cannot be read/,
    advice: /mend it/,
  },
  {
    name: "the settings of another project that install was run in start a program that is gone",
    plant({ home, homes, wire }) {
      keepInstall(disk, homes.data, { client: "claude-code", project: `${home}/stove` });
      wire(`${home}/stove/.claude/settings.local.json`, `${home}/gone/imprint-hook`);
    },
    id: "program/gone",
    also: "claude-code/settings/duplicate",
    found: /gone\/imprint-hook/,
    advice: /run "imprint-hook install claude" again/,
  },
  {
    name: "conversations went on and no hook ran (https://github.com/anthropics/claude-code/issues/88578)",
    plant({ home, homes, settings, transcript, now }) {
      const before = new Date(now.getTime() - 3 * DAY);
      Deno.utimeSync(settings, before, before);
      Deno.writeTextFileSync(`${homes.state}/events.jsonl`, "");
      const other = `${home}/.claude/projects/-kettle/bbbbbbbb-0000-4000-8000-000000000002.jsonl`;
      Deno.copyFileSync(transcript, other);
    },
    id: "claude-code/runs",
    found: /no hook has run, and 2 conversations went on since/,
    advice: /trust the folder/,
  },
  {
    name: "the last run failed",
    plant: ({ beat }) => beat({ outcome: "failed", reason: "no space left on the disk" }),
    id: "claude-code/runs",
    found: /last Stop .*: no space left on the disk/,
    advice: /imprint-hook status/,
  },
  {
    name: "more than 5 % of the replies came late",
    plant: ({ homes }) =>
      Deno.writeTextFileSync(`${homes.state}/flush.json`, JSON.stringify({ stops: 100, misses: 6, inARow: 0 })),
    id: "late-replies",
    found: /at 6 of 100 Stops .* \(6 %\)/,
    advice: /nothing is lost/,
  },
  {
    name: "transcripts that nobody looked at will be deleted (https://github.com/anthropics/claude-code/issues/62476)",
    plant({ home, transcript, now }) {
      const other = `${home}/.claude/projects/-kettle/bbbbbbbb-0000-4000-8000-000000000002.jsonl`;
      Deno.copyFileSync(transcript, other);
      const before = new Date(now.getTime() - 28 * DAY);
      Deno.utimeSync(other, before, before);
    },
    id: "claude-code/retention",
    found: /1 conversation was never looked at and will be deleted soon; transcripts are kept for 30 days/,
    advice: /imprint-hook learn/,
  },
  {
    name: "the last import is older than what is kept",
    plant({ homes, settings, edit, now }) {
      edit(settings, (text) => text.replace("{", '{ "cleanupPeriodDays": 4,'));
      const [name] = Array.from(Deno.readDirSync(`${homes.state}/transcripts`), (entry) => entry.name);
      const before = new Date(now.getTime() - 9 * DAY);
      Deno.utimeSync(`${homes.state}/transcripts/${name}`, before, before);
    },
    id: "claude-code/retention",
    found: /kept for 4 days, last import 9 days ago/,
    advice: /imprint-hook learn/,
  },
  {
    name: "the client keeps no transcripts (https://github.com/anthropics/claude-code/issues/23710)",
    plant: ({ settings, edit }) => edit(settings, (text) => text.replace("{", '{ "cleanupPeriodDays": 0,')),
    id: "claude-code/retention",
    found: /"cleanupPeriodDays" is 0/,
    advice: /above 0/,
  },
  {
    name: "a store is known by a variable only (https://github.com/garrytan/gbrain/issues/4324)",
    plant({ home, variables, wire }) {
      variables.set("CLAUDE_CONFIG_DIR", `${home}/elsewhere`);
      wire(`${home}/elsewhere/settings.json`);
    },
    id: "claude-code/store-unrecorded",
    found: /only a variable names ".*elsewhere"/,
    advice: /imprint-hook install claude/,
  },
  {
    name: "the configuration does not parse",
    plant({ homes, configure }) {
      configure({});
      Deno.writeTextFileSync(homes.configFile, '{ "version": 1,\n  "active" "default" }');
    },
    id: "configuration",
    found: /config\.jsonc": .*line 2, column 12/,
    advice: /nothing is learned until then/,
  },
  {
    name: "two workspaces hold one directory",
    plant: ({ project, configure }) =>
      configure({ version: 1, workspaces: { default: { roots: [project] }, research: { roots: [project] } } }),
    id: "workspaces/overlap",
    found: /of "default" and ".*" of "research" overlap/,
    advice: /workspace share default research/,
  },
  {
    name: "a root is no directory",
    plant: ({ home, configure }) => configure({ version: 1, workspaces: { research: { roots: [`${home}/nowhere`] } } }),
    id: "workspaces/root",
    found: /nowhere" of workspace "research" is no directory/,
    advice: /take it out/,
  },
  {
    name: "the client writes a marker that this version does not know",
    plant({ transcript, project, edit }) {
      const { mtime } = Deno.statSync(transcript);
      const talk = conversation("aaaaaaaa-0000-4000-8000-000000000001", project, { prefix: "cccccccc" });
      const row = talk.typed("and now?", { origin: { kind: "hologram" } });
      edit(transcript, (text) => `${text}${JSON.stringify(row)}\n`);
      Deno.utimeSync(transcript, mtime ?? new Date(), mtime ?? new Date());
    },
    id: "claude-code/markers",
    found: /origin\.kind=hologram \(1\)/,
    advice: /update imprint-hook/,
  },
  {
    name: "a pause was forgotten",
    plant: ({ homes, now }) =>
      keepPause(disk, homes.data, { dir: null, from: new Date(now.getTime() - 2 * DAY).toISOString(), until: null }),
    id: "pause",
    found: /every conversation, until resumed/,
    advice: /imprint-hook resume/,
  },
  {
    name: "what was stored is gone",
    plant: ({ project }) => Deno.removeSync(`${project}/.umwelten`, { recursive: true }),
    id: "learnings",
    found: /1 stored conversation in ".*kettle" is gone/,
    advice: /imprint-hook learn/,
  },
  {
    name: "others can write into the data directory",
    plant: ({ homes }) => Deno.chmodSync(homes.data, 0o777),
    id: "own-directories",
    found: /others on this machine can write/,
    advice: /chmod go-w/,
  },
];

function problems(checks: readonly Check[]): readonly (Check & { readonly state: "problem" })[] {
  return checks.filter((check) => check.state === "problem");
}

diskTest(
  "doctor finds nothing wrong when everything is as it should be, and changes nothing",
  () =>
    withTemporaryDirectory(async (root) => {
      const machine = await createDoctorMachine(root);
      const before = snapshot(machine.home);
      const checks = await machine.checks();
      assertEquals(problems(checks), []);
      assertEquals([snapshot(machine.home), Array.from(Deno.readDirSync(`${root}/tmp`))], [before, []]);
      const ids = checks.map(({ id }) => id);
      for (
        const id of [
          "claude-code/wired",
          "program",
          "claude-code/settings",
          "claude-code/retention",
          "claude-code/hook-run",
          "claude-code/runs",
          "claude-code/store",
          "claude-code/markers",
          "configuration",
          "learnings",
          "own-directories",
        ]
      ) assert(ids.includes(id), id);
      const tried = checks.find(({ id }) => id === "claude-code/hook-run");
      assertMatch(tried?.found ?? "", /^learned one turn in \d+ ms, found nothing new in \d+ ms$/);
    }),
);

for (const { name, plant, id, also, found, advice } of FAULTS) {
  diskTest(`doctor finds it, and nothing else, when ${name}`, () =>
    withTemporaryDirectory(async (root) => {
      const machine = await createDoctorMachine(root);
      plant(machine);
      const wrong = problems(await machine.checks());
      // Each event is told of by itself, and nothing else is wrong.
      const expected = also === undefined ? [id] : [id, also];
      assertEquals([...new Set(wrong.map((check) => check.id))], expected, JSON.stringify(wrong));
      const told = wrong.find((check) => found.test(check.found));
      assert(told !== undefined, JSON.stringify(wrong));
      assertMatch(told.advice, advice);
    }));
}

diskTest(
  "doctor notes another memory tool's sessions, records it does not know, and a hook that has not run yet",
  () =>
    withTemporaryDirectory(async (root) => {
      const machine = await createDoctorMachine(root);
      const { home, homes, transcript } = machine;
      const observer = conversation("dddddddd-0000-4000-8000-000000000003", `${home}/.claude-mem/observer-sessions`);
      observer.typed("observe");
      observer.row({ type: "mood-ring", mood: "blue" });
      const path = `${home}/.claude/projects/-kettle/dddddddd-0000-4000-8000-000000000003.jsonl`;
      Deno.writeTextFileSync(path, observer.rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
      Deno.removeSync(`${homes.state}/events.jsonl`);
      const { mtime } = Deno.statSync(transcript);
      Deno.utimeSync(machine.settings, mtime ?? new Date(), mtime ?? new Date());
      const checks = await machine.checks();
      assertEquals(problems(checks), []);
      const notes = checks.filter(({ state }) => state === "note").map(({ id, found }) => `${id}: ${found}`).join("\n");
      assertMatch(notes, /claude-code\/other-tools: 1 of the newest 2 conversations are another memory tool's own/);
      assertMatch(notes, /claude-code\/record-types: .*mood-ring \(1\)/);
      assertMatch(notes, /claude-code\/runs: no hook has run yet/);
    }),
);

diskTest(
  "doctor tries the hook of Codex where Codex is, and says that nothing is wired there",
  () =>
    withTemporaryDirectory(async (root) => {
      const machine = await createDoctorMachine(root);
      Deno.mkdirSync(`${machine.home}/.codex/sessions`, { recursive: true });
      const checks = await machine.checks();
      assertEquals(problems(checks), []);
      const codex = checks.filter(({ id }) => id.startsWith("codex/"))
        .map(({ id, state, found }) => `${id} ${state} ${found}`).join("\n");
      assertMatch(codex, /^codex\/wired note not wired: .*imprint-hook install codex/m);
      assertMatch(codex, /^codex\/hook-run ok learned one turn in \d+ ms/m);
    }),
);

Deno.test("checksText() says the state as a word, and fits on narrow screens", () => {
  const checks: readonly Check[] = [
    { id: "a", title: "hooks", state: "ok", found: "Stop in the settings" },
    { id: "b", title: "runs", state: "note", found: "no hook has run yet, and so there is nothing to tell" },
    { id: "c", title: "pause", state: "problem", found: "every conversation since Monday", advice: "run resume" },
  ];
  for (const columns of [40, 59, 60, 100]) {
    const text = checksText(checks, layoutFor({ columns, noColor: true, plain: false }));
    for (const line of text.split("\n")) assert(width(line) <= columns, `${columns}: ${line}`);
    assertMatch(text, /^ok:? +hooks: Stop in the settings\./m);
    assertMatch(text, /^problem:? +pause: every conversation/m);
    assertMatch(text.replaceAll(/\s+/g, " "), /To do: run resume\./);
    assertMatch(text, /1 problem in 3 checks\./);
  }
  const plain = checksText(checks, layoutFor({ columns: undefined, noColor: true, plain: true }));
  assertEquals(plain.split("\n").length, 5, "one line a check");
});
