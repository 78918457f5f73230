/**
 * A scratch machine on which everything is as it should be, for `doctor`: Claude Code is wired, a conversation was learned
 * by its hook, and its run left a heartbeat.
 *
 * @module
 */
import { CLIENTS } from "../hooks/clients.ts";
import { installHooks } from "../hooks/claude/settings.ts";
import type { Check } from "../lib/checkup.ts";
import { checkAll } from "../lib/cli/doctor/check_all.ts";
import { gatherSubject } from "../lib/cli/doctor/subject.ts";
import { setUp } from "../lib/cli/setup.ts";
import { disk } from "../lib/io/disk.ts";
import type { EnvironmentReader } from "../lib/io/env.ts";
import { findHomes, type Homes } from "../lib/io/homes.ts";
import { importTranscript } from "../lib/pipeline.ts";
import { beat, type Heartbeat } from "../lib/record/heartbeats.ts";
import { conversation, type Row } from "./import_test_support.ts";

/** The machine. */
export interface DoctorMachine {
  readonly root: string;
  readonly home: string;
  readonly homes: Homes;
  /** `settings.json` of the person. */
  readonly settings: string;
  /** The program that the hooks start. */
  readonly program: string;
  /** The project that the person is in, and that the conversation was about. */
  readonly project: string;
  /** The conversation's transcript. */
  readonly transcript: string;
  readonly now: Date;
  /** What is set; the home directory is. */
  readonly variables: Map<string, string>;
  /** Wires Claude Code in a settings file. */
  wire(path: string, ...program: readonly string[]): void;
  /** Changes a settings file. */
  edit(path: string, change: (text: string) => string): void;
  configure(config: Row): void;
  beat(more: Partial<Heartbeat>): void;
  /** Everything that `doctor` finds. */
  checks(): Promise<readonly Check[]>;
}

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";

/** Sets it up below a directory. */
export async function createDoctorMachine(root: string): Promise<DoctorMachine> {
  const home = `${root}/home`;
  const project = `${home}/kettle`;
  const program = `${home}/.local/bin/imprint-hook`;
  const settings = `${home}/.claude/settings.json`;
  const now = new Date();
  for (
    const directory of [`${project}/.git`, `${home}/.local/bin`, `${home}/.claude/projects/-kettle`, `${root}/tmp`]
  ) {
    Deno.mkdirSync(directory, { recursive: true });
  }
  Deno.writeTextFileSync(program, "");
  const variables = new Map([["HOME", home], ["USERPROFILE", home]]);
  const environment: EnvironmentReader = (name) => variables.get(name);
  const homes = findHomes({ os: Deno.build.os, mode: "hook", environment });
  if (homes === undefined) throw new TypeError("no home");
  const directories = { home, temporary: [`${root}/tmp`] };

  function wire(path: string, ...words: readonly string[]): void {
    const [first = program, ...more] = words;
    const text = isThere(path) ? Deno.readTextFileSync(path) : undefined;
    Deno.mkdirSync(path.replace(/\/[^/]+$/, ""), { recursive: true });
    Deno.writeTextFileSync(path, installHooks(text, { program: [first, ...more] }).text);
  }

  wire(settings);
  const talk = conversation(SESSION, project);
  talk.typed("why does it boil dry?");
  talk.reply("the sensor sends a null");
  const transcript = `${home}/.claude/projects/-kettle/${SESSION}.jsonl`;
  Deno.writeTextFileSync(transcript, talk.rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const product = { ...await setUp({ mode: "hook", homes }), directories };
  await importTranscript(product, {
    transcript,
    clients: CLIENTS,
    asker: { kind: "hook" },
    namedByPerson: false,
    dryRun: false,
    final: false,
  });
  const beatNow = (more: Partial<Heartbeat>): void =>
    beat(disk, homes.state, {
      at: now.toISOString(),
      client: "claude-code",
      event: "Stop",
      outcome: "learned",
      ms: 9,
      ...more,
    });
  beatNow({});

  return {
    root,
    home,
    homes,
    settings,
    program,
    project,
    transcript,
    now,
    variables,
    wire,
    edit: (path, change) => Deno.writeTextFileSync(path, change(Deno.readTextFileSync(path))),
    configure(config) {
      Deno.mkdirSync(homes.config, { recursive: true, mode: 0o700 });
      Deno.writeTextFileSync(homes.configFile, JSON.stringify(config), { mode: 0o600 });
    },
    beat: beatNow,
    async checks() {
      const machine = {
        files: disk,
        os: Deno.build.os === "windows" ? "windows" : Deno.build.os === "darwin" ? "macos" : "linux",
        home,
        environment,
        project,
      } as const;
      return await checkAll(await gatherSubject({ files: disk, homes, directories, environment, machine, now }));
    },
  };
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
