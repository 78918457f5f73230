/**
 * Runs a scenario folder (`fixtures/claude/README.md`) with the real program in a scratch machine, and gives what came of
 * it with everything replaced that differs from run to run.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { snapshot, walk } from "./import_test_support.ts";
import { type ProgramLine, programLine, sourceLine } from "./program_test_support.ts";
import { runs } from "./runs_test_support.ts";

/** What the commands of a scenario did. */
export interface ScenarioResult {
  /** Standard output of all commands. */
  readonly stdout: string;
  readonly stderr: string;
  /** Exit status of each command. */
  readonly exit: readonly number[];
  /** Every file written, by normalised path; null for those whose content is not compared. */
  readonly files: ReadonlyMap<string, string | null>;
}

/** A command of a scenario: what stands behind `$ imprint-hook`. */
export interface ScenarioCommand {
  readonly words: readonly string[];
  /** The payload is on standard input. */
  readonly hasPayload: boolean;
}

/** The commands in a scenario's README: its indented lines that begin with `$ imprint-hook`. */
export function scenarioCommands(readme: string): readonly ScenarioCommand[] {
  return [...readme.matchAll(/^ {4}\$ imprint-hook(.*)$/gm)].map(([, rest = ""]) => {
    const [typed = "", stdin] = rest.split("<");
    return { words: typed.split(" ").filter((word) => word !== ""), hasPayload: stdin?.trim() === "payload.json" };
  });
}

/** Below the scratch directory: the person's home, the client's store in it, the working directory. */
const STORE = "home/.claude/projects/-srv-kettle";
const CONFIG = "home/.config/imprint-hook/config.jsonc";
const DEFAULT_CONFIG = '{"version":1,"workspaces":{"default":{"workDir":"{root}/kettle"}}}';

/**
 * Runs a scenario.
 *
 * @param folder the scenario, without a slash at its end
 * @param root an empty directory
 */
export async function runScenario(folder: string, root: string): Promise<ScenarioResult> {
  const transcriptText = Deno.readTextFileSync(`${folder}/transcript.jsonl`);
  const session = /"sessionId":"([^"]+)"/.exec(transcriptText)?.[1] ?? "none";
  const transcript = `${root}/${STORE}/${session}.jsonl`;
  const beside = `${root}/${STORE}/${session}`;
  const placed = (text: string) =>
    text.replaceAll("{root}", root).replaceAll("{transcript}", transcript).replaceAll("{beside}", beside);
  for (const directory of [STORE, "home/.config/imprint-hook", "kettle"]) {
    Deno.mkdirSync(`${root}/${directory}`, { recursive: true });
  }
  Deno.copyFileSync(`${folder}/transcript.jsonl`, transcript);
  copyBeside(`${folder}/beside`, beside);
  Deno.writeTextFileSync(`${root}/${CONFIG}`, placed(optional(`${folder}/config.jsonc`) ?? DEFAULT_CONFIG));
  const payload = placed(optional(`${folder}/payload.json`) ?? "");
  const before = snapshot(`${root}/home`);
  // Starting the sources takes four times as long as starting what they are bundled to: one scenario at every change.
  const start = folder.endsWith("/plain_turn") || runs(0, 1) === 1 ? sourceLine : programLine;
  const results = [];
  for (const { words, hasPayload } of scenarioCommands(Deno.readTextFileSync(`${folder}/README.md`))) {
    results.push(await runProgram(words.map(placed), { root, start, stdin: hasPayload ? payload : null }));
  }
  assertEquals(
    snapshot(`${root}/home`).filter((entry) => entry.includes("/.claude") || entry.includes(CONFIG)),
    before.filter((entry) => entry.includes("/.claude") || entry.includes(CONFIG)),
    "the client's directories or the configuration changed",
  );
  const inputs = `${transcriptText}${payload}`;
  const normal = (text: string) => normalised(text, { root, inputs });
  return {
    stdout: normal(results.map(({ stdout }) => stdout).join("")),
    stderr: normal(results.map(({ stderr }) => stderr).join("")),
    exit: results.map(({ code }) => code),
    files: writtenFiles(root, normal),
  };
}

async function runProgram(
  words: readonly string[],
  { root, stdin, start }: {
    readonly root: string;
    readonly stdin: string | null;
    readonly start: (words: readonly string[]) => ProgramLine;
  },
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const { command, args, env } = start(words);
  const child = new Deno.Command(command, {
    args: [...args],
    env: { HOME: `${root}/home`, NO_COLOR: "1", COLUMNS: "120", ...env },
    cwd: root,
    stdin: stdin === null ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  if (stdin !== null) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(stdin));
    await writer.close();
  }
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

function optional(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return undefined;
  }
}

function copyBeside(from: string, to: string): void {
  try {
    Deno.statSync(from);
  } catch {
    return;
  }
  for (const path of walk(from)) {
    const copy = `${to}${path.slice(from.length)}`;
    Deno.mkdirSync(copy.slice(0, copy.lastIndexOf("/")), { recursive: true });
    Deno.copyFileSync(path, copy);
  }
}

/** Files that are told by their name alone: binary, secret, or a cache whose content is nobody's business. */
const NAMED_ONLY = /(?:seen\.bin|seal\.key|\.lock|\.gitignore|README\.md|^state\/(?:transcripts\/.*|flush)\.json)$/;

function writtenFiles(root: string, normal: (text: string) => string): ReadonlyMap<string, string | null> {
  const files = new Map<string, string | null>();
  for (const path of walk(root)) {
    const below = path.slice(root.length + 1);
    if (below.startsWith("home/.claude/") || below === CONFIG) continue;
    const short = shortPath(below);
    const text = NAMED_ONLY.test(short) ? null : Deno.readTextFileSync(path);
    files.set(short, text === null ? null : normal(short.endsWith("meta.json") ? metaText(text) : text));
  }
  return new Map([...files].sort(([a], [b]) => a < b ? -1 : 1));
}

/** Names that are hashes of the scratch directory become words. */
function shortPath(path: string): string {
  return path.replace("home/.local/state/imprint-hook/", "state/")
    .replace("home/.local/share/imprint-hook/", "data/")
    .replace("/.umwelten/learnings/", "/learnings/")
    .replace(/^state\/transcripts\/[0-9a-f]{32}\.json$/, "state/transcripts/{transcript}.json");
}

/** What a run keeps for the next one is its own business; everything that is said about the session is compared. */
const KEPT_FOR_NEXT_RUN = ["reader", "exchange", "learnings", "positions"] as const;

function metaText(text: string): string {
  const { imprintHook, ...others } = JSON.parse(text);
  const { cursor, files, ...told } = imprintHook;
  for (const name of KEPT_FOR_NEXT_RUN) delete told[name];
  const { offset, size } = cursor ?? {};
  const shown = { ...told, files: Object.keys(files), cursor: { offset, size } };
  return `${JSON.stringify({ ...others, imprintHook: shown }, null, 2)}\n`;
}

/** Times that stand in no input are those of the run. */
function normalised(text: string, { root, inputs }: { readonly root: string; readonly inputs: string }): string {
  return text.replaceAll(root, "{root}")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (time) => inputs.includes(time) ? time : "{now}")
    .replaceAll(/"seal":"[0-9a-f]{16}"/g, '"seal":"{seal}"')
    .replaceAll(/"ms":\d+/g, '"ms":"{ms}"')
    .replaceAll(/"producer":"imprint-hook\/[^"]+"/g, '"producer":"imprint-hook/{version}"');
}
