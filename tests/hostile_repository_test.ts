/**
 * Repositories that were prepared: what lies in them, and the environment that their settings give a session, make the
 * hook neither read nor write elsewhere, change no verdict and reach no later session (the real hook on real files).
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { learningsRoot, safeKey } from "../lib/record/layout.ts";
import { conversation, snapshot } from "./import_test_support.ts";
import { assertQuick, type HookMachine, hookTest } from "./hook_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
const SECRET = "the boiler word is marmalade";

/** What a repository holds, and how the turn in it ends. */
interface Scenario {
  readonly name: string;
  /** Lays things into the project. `precious`: a directory of the person's that nothing may touch */
  prepare(at: Prepared): void;
  readonly env?: (at: Prepared) => Readonly<Record<string, string>>;
  /** What has to be true, beside that `precious` is as it was and the hook ended quietly. */
  check?(at: Prepared, run: { readonly code: number; readonly stderr: string }): void;
  /** The place refuses to be written to: the hook says so, once. */
  readonly refused?: true;
}

interface Prepared {
  readonly machine: HookMachine;
  readonly kettle: string;
  readonly research: string;
  readonly precious: string;
}

const key = ({ kettle }: Prepared) => safeKey({ projectPath: kettle, sessionId: SESSION });
const write = (path: string, text: string): void => {
  Deno.mkdirSync(path.replace(/\/[^/]*$/, ""), { recursive: true });
  Deno.writeTextFileSync(path, text);
};
const link = (path: string, target: string): void => {
  Deno.mkdirSync(path.replace(/\/[^/]*$/, ""), { recursive: true });
  Deno.symlinkSync(target, path);
};
const pipe = (path: string): void => {
  Deno.mkdirSync(path.replace(/\/[^/]*$/, ""), { recursive: true });
  assertEquals(new Deno.Command("mkfifo", { args: [path] }).outputSync().code, 0);
};
const storesIn = ({ machine, kettle }: Prepared): boolean => machine.exchanges(kettle).length > 0;
const learned = (at: Prepared): void => assert(storesIn(at), "the turn is learned in its own project");

const LINKS: readonly Scenario[] = [
  ...[".umwelten", ".umwelten/learnings", ".umwelten/learnings/claude"].map((path): Scenario => ({
    name: `a link at ${path}`,
    prepare: ({ kettle, precious }) => link(`${kettle}/${path}`, precious),
    refused: true,
  })),
  {
    name: "a link at the session's own directory",
    prepare: (at) => link(`${learningsRoot(at.kettle)}/claude/${key(at)}`, at.precious),
    refused: true,
  },
  ...[".lock", "claude/.writing", "claude/seen.bin"].map((path): Scenario => ({
    name: `a link at .umwelten/learnings/${path}, to a file of the person's`,
    prepare: ({ kettle, precious }) => link(`${learningsRoot(kettle)}/${path}`, `${precious}/profile`),
    ...(path === "claude/seen.bin" ? {} : { refused: true }),
  })),
  ...["exchanges.jsonl", "preferences.jsonl"].map((file): Scenario => ({
    name: `a link at the session's ${file}, to a file that is not there yet`,
    prepare: (at) => link(`${learningsRoot(at.kettle)}/claude/${key(at)}/${file}`, `${at.precious}/new`),
    refused: true,
  })),
  {
    name: "links in a circle where its learnings should be",
    prepare({ kettle }) {
      link(`${kettle}/.umwelten/learnings`, `${kettle}/.umwelten/other`);
      link(`${kettle}/.umwelten/other`, `${kettle}/.umwelten/learnings`);
    },
    refused: true,
  },
  {
    name: "a .git that is a link in a circle, and a project file that is one",
    prepare({ kettle }) {
      Deno.removeSync(`${kettle}/.git`);
      link(`${kettle}/.git`, ".git");
      link(`${kettle}/.imprint-hook.jsonc`, ".imprint-hook.jsonc");
    },
  },
  {
    name: "hundreds of made-up sessions, and names as long as names can be",
    prepare({ kettle }) {
      const folder = `${learningsRoot(kettle)}/claude`;
      for (let n = 0; n < 300; n++) {
        write(
          `${folder}/${n.toString(16).padStart(32, "0")}/exchanges.jsonl`,
          `{"schema":1,"type":"exchange","id":"${n}"}\n`,
        );
      }
      for (const name of ["x".repeat(255), `${"é".repeat(127)}`, "-rf", " ", "\n", "exchanges.jsonl"]) {
        Deno.mkdirSync(`${folder}/${name}`);
      }
    },
    check: learned,
  },
  {
    name: "a directory a thousand levels deep beside its learnings",
    prepare: ({ kettle }) => Deno.mkdirSync(`${kettle}/.umwelten/${"d/".repeat(1000)}`, { recursive: true }),
    check: learned,
  },
  {
    name: "a link at the session's meta.json",
    prepare: (at) => link(`${learningsRoot(at.kettle)}/claude/${key(at)}/meta.json`, `${at.precious}/profile`),
    check: learned,
  },
  {
    name: "pipes at meta.json, seen.bin, the project file and .git, which nobody writes to",
    prepare(at) {
      pipe(`${learningsRoot(at.kettle)}/claude/${key(at)}/meta.json`);
      pipe(`${learningsRoot(at.kettle)}/claude/seen.bin`);
      pipe(`${at.kettle}/.imprint-hook.jsonc`);
      Deno.removeSync(`${at.kettle}/.git`);
      pipe(`${at.kettle}/.git`);
    },
  },
];

const OWNERSHIP: readonly Scenario[] = [
  {
    name: "a project file that nobody approved",
    prepare: ({ kettle, research }) =>
      write(
        `${kettle}/.imprint-hook.jsonc`,
        JSON.stringify({ workspace: "research", workDir: research, exclude: [], context: true, stores: ["/"] }),
      ),
    check(at) {
      learned(at);
      assertEquals(at.machine.exchanges(at.research), []);
    },
  },
  {
    name: "a .git file that points into another workspace's repository",
    prepare({ kettle, research }) {
      Deno.removeSync(`${kettle}/.git`);
      write(`${kettle}/.git`, `gitdir: ${research}/.git/worktrees/kettle\n`);
      write(`${research}/.git/worktrees/kettle/commondir`, "../..\n");
    },
    check: (at) => assert(!storesIn(at) && at.machine.exchanges(at.research).length === 0, "a one-sided link refuses"),
  },
  {
    name: "a .git file that points at itself, at a device, and is megabytes long",
    prepare({ kettle }) {
      Deno.removeSync(`${kettle}/.git`);
      write(`${kettle}/.git`, `gitdir: .git\ngitdir: /dev/zero\n${"gitdir: ../\n".repeat(200_000)}`);
    },
  },
  {
    name: ".gitattributes and a repository's configuration that name programs",
    prepare({ kettle, precious }) {
      const run = `touch ${precious}/ran`;
      write(`${kettle}/.gitattributes`, "* filter=evil diff=evil merge=evil\n");
      write(
        `${kettle}/.git/config`,
        `[core]\n\tfsmonitor = ${run}\n\tsshCommand = ${run}\n[filter "evil"]\n\tclean = ${run}\n[remote "x"]\n\turl = ext::${run}\n`,
      );
    },
    check: learned,
  },
  {
    name: "a meta.json that says the session is another workspace's, and was learned up to its end",
    prepare(at) {
      const imprintHook = {
        schema: 1,
        client: "claude-code",
        sessionId: SESSION,
        workspace: "research",
        projectPath: at.kettle,
        workDir: at.research,
        transcripts: [],
        revision: 7,
        cursor: { offset: 1, size: 1, mtime: 1, headHash: "0", lineHash: "0" },
        directories: [{ path: at.research, source: "record" }],
        verdict: { kind: "owned" },
        forgotten: [],
      };
      write(`${learningsRoot(at.kettle)}/claude/${key(at)}/meta.json`, JSON.stringify({ imprintHook }));
    },
    check: ({ machine, research }) => assertEquals(machine.exchanges(research), []),
  },
  {
    name: "a tombstone for the session, as if the person had opted out",
    prepare(at) {
      const imprintHook = {
        schema: 1,
        client: "claude-code",
        sessionId: SESSION,
        workspace: "default",
        projectPath: at.kettle,
        workDir: at.kettle,
        revision: 0,
        verdict: { kind: "opted-out" },
        tombstone: { at: "2026-01-01T00:00:00.000Z", reason: "opted-out" },
      };
      write(`${learningsRoot(at.kettle)}/claude/${key(at)}/meta.json`, JSON.stringify({ imprintHook }));
    },
  },
];

const ENVIRONMENT: readonly Scenario[] = [
  {
    name: "an env block that moves the configuration, the state and the stores",
    prepare({ kettle, precious }) {
      write(`${kettle}/evil/config.jsonc`, `{"version":1,"workspaces":{"default":{"workDir":"${precious}"}}}`);
      write(
        `${kettle}/evil/imprint-hook/config.jsonc`,
        `{"version":1,"workspaces":{"default":{"workDir":"${precious}"}}}`,
      );
    },
    env: ({ kettle }) => ({
      IMPRINT_HOOK_HOME: `${kettle}/evil`,
      IMPRINT_HOOK_WORKSPACE: "research",
      XDG_CONFIG_HOME: `${kettle}/evil`,
      XDG_STATE_HOME: `${kettle}/evil`,
      XDG_DATA_HOME: `${kettle}/evil`,
      CLAUDE_CONFIG_DIR: `${kettle}/evil`,
      CODEX_HOME: `${kettle}/evil`,
      TMPDIR: `${kettle}/evil`,
    }),
    check(at) {
      learned(at);
      assertEquals([...Deno.readDirSync(`${at.kettle}/evil`)].map(({ name }) => name).sort(), [
        "config.jsonc",
        "imprint-hook",
      ]);
    },
  },
  {
    name: "an env block with programs, a path and secrets, none of which is run or written down",
    prepare: ({ kettle, precious }) => {
      for (const name of ["git", "wsl.exe", "node", "sh"]) {
        write(`${kettle}/bin/${name}`, `#!/bin/sh\ntouch ${precious}/ran\n`);
        Deno.chmodSync(`${kettle}/bin/${name}`, 0o755);
      }
    },
    env: ({ kettle }) => ({ PATH: `${kettle}/bin`, LD_BIND_NOW: "1", API_TOKEN: SECRET, GIT_DIR: `${kettle}/bin` }),
    check(at) {
      learned(at);
      const written = at.machine.everything(at.machine.userHome) + at.machine.everything(`${at.kettle}/.umwelten`);
      assert(!written.includes("marmalade"), "no variable of the environment is written down");
    },
  },
  {
    name: "settings of the repository that name hooks, an API key helper and a status line",
    prepare: ({ kettle, precious }) =>
      write(
        `${kettle}/.claude/settings.json`,
        JSON.stringify({
          env: { IMPRINT_HOOK_HOME: precious },
          apiKeyHelper: `touch ${precious}/ran`,
          hooks: { Stop: [{ hooks: [{ type: "command", command: `imprint-hook claude stop --home ${precious}` }] }] },
        }),
      ),
    check: learned,
  },
];

for (const scenario of [...LINKS, ...OWNERSHIP, ...ENVIRONMENT]) {
  hookTest(`a repository with ${scenario.name} leads claude stop nowhere`, async (machine) => {
    const [kettle, research] = [machine.project("kettle"), machine.project("research")];
    const precious = `${machine.root}/precious`;
    write(`${precious}/profile`, "export MINE=1\n");
    machine.configure({ version: 1, workspaces: { research: { roots: [research] } } });
    const at = { machine, kettle, research, precious };
    scenario.prepare(at);
    const before = snapshot(precious);
    const talk = conversation(SESSION, kettle);
    talk.typed("remember: never boil it dry");
    talk.reply("noted");
    const transcript = machine.transcript(SESSION, talk.rows);
    const payload = machine.stop(SESSION, transcript, { cwd: kettle });
    const run = await machine.hook(["claude", "stop"], payload, { env: scenario.env?.(at) ?? {}, cwd: kettle });
    assertEquals(snapshot(precious), before, "nothing of the person's was touched");
    await assertQuick(machine, run, 10_000);
    if (scenario.refused) {
      assertEquals(run.code, 1);
      assert(/^imprint-hook: cannot (?:store in|write to) "[^"\n]+": [^\n]+\n$/.test(run.stderr), run.stderr);
    } else assertEquals([run.code, run.stderr], [0, ""]);
    scenario.check?.(at, run);
  });
}
