/**
 * `deno task demo`: a sample conversation with Claude Code in a scratch directory, turn by turn, with the hook that learns
 * each turn as the client would run it: the transcript grows, the payload comes on standard input, and the program has
 * exactly the permissions of the binary. Then what came of it.
 *
 * @module
 */
import { permissionFlags, scriptFlags } from "../lib/io/permissions.ts";
import { bundle } from "./bundle.ts";
import { denoDirectory } from "./deno_directory.ts";
import { nativePath } from "./native_path.ts";

const root = new URL("..", import.meta.url);
const fixture = new URL("fixtures/claude/demo/session.jsonl", root);
const SESSION = "7b1f0c52-3d0e-4a53-9c55-2f6f0b7d9a10";
/** Starts of an empty script right before each hook; the middle one counts. */
const BARE_RUNS = 3;

const scratch = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "imprint-hook-demo-" }));
const project = `${scratch}/kettle`;
const transcript = `${scratch}/home/.claude/projects/-kettle/${SESSION}.jsonl`;
const env = {
  HOME: `${scratch}/home`,
  USERPROFILE: `${scratch}/home`,
  NO_COLOR: "1",
  DENO_DIR: denoDirectory(),
  DENO_NO_UPDATE_CHECK: "1",
};

try {
  Deno.mkdirSync(`${project}/.git`, { recursive: true });
  Deno.mkdirSync(`${scratch}/home/.claude/projects/-kettle`, { recursive: true });
  const turns = turnsOf(Deno.readTextFileSync(fixture).trimEnd().split("\n"));
  const { program, what } = await demoProgram();
  const empty = `${scratch}/empty.js`;
  Deno.writeTextFileSync(empty, "");
  // The first runs fill caches.
  for (const words of [["run", empty], [...program, "--version"]]) await run(words);
  console.log(`A sample conversation with Claude Code in "${project}".`);
  console.log(`After each turn the demo calls the hook as the client would, which is not wired here: ${what}.\n`);
  for (const [index, rows] of turns.entries()) {
    Deno.writeTextFileSync(transcript, rows.map((row) => `${row}\n`).join(""), { append: true });
    const bare = await bareStart(empty);
    tell(`turn ${index + 1}`, await runHook(program, "Stop", lastReply(rows)), bare);
  }
  const bare = await bareStart(empty);
  tell("session end", await runHook(program, "SessionEnd"), bare);
  await show(program, ["list", "--in", project, "--kind", "exchanges"]);
  await show(program, ["list", "--in", project]);
  await show(program, ["status"]);
  console.log(`\nFiles in "${project}":`);
  for (const line of tree(`${project}/.umwelten`)) console.log(line);
} finally {
  Deno.removeSync(scratch, { recursive: true });
}

/** The bundled script, as `install` prefers it; from source where it cannot be made. */
async function demoProgram(): Promise<{ readonly program: readonly string[]; readonly what: string }> {
  const script = `${scratch}/imprint-hook.js`;
  const flags = ["run", "--quiet", ...permissionFlags(Deno.build.os)];
  try {
    await bundle(root, script);
    return { program: [...flags, ...scriptFlags(script), script], what: "the bundled script" };
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split("\n");
    return { program: [...flags, nativePath(new URL("main.ts", root))], what: `main.ts from source (${reason})` };
  }
}

/** A turn begins with a message, which has a text; results of tools have a list. The sample happened in /srv/kettle. */
function turnsOf(lines: readonly string[]): readonly (readonly string[])[] {
  const turns: string[][] = [];
  for (const line of lines) {
    const { type, message } = JSON.parse(line);
    if (type === "user" && typeof message.content === "string") turns.push([]);
    turns.at(-1)?.push(line.replaceAll('"/srv/kettle"', JSON.stringify(project)));
  }
  return turns;
}

/** The text that a turn ended with; the client hands it to the hook. */
function lastReply(rows: readonly string[]): string {
  const blocks = rows.flatMap((row) => {
    const { type, message } = JSON.parse(row);
    return type === "assistant" ? message.content : [];
  });
  return blocks.filter((block) => block.type === "text").at(-1)?.text ?? "";
}

interface HookRun {
  readonly ms: number;
  /** What the hook noted about itself. */
  readonly outcome: string;
}

async function runHook(words: readonly string[], event: "Stop" | "SessionEnd", reply?: string): Promise<HookRun> {
  const payload = {
    session_id: SESSION,
    transcript_path: transcript,
    cwd: project,
    hook_event_name: event,
    ...(reply === undefined ? {} : { last_assistant_message: reply }),
  };
  const command = event === "Stop" ? "stop" : "session-end";
  const { ms, stdout } = await run([...words, "claude", command], `${JSON.stringify(payload)}\n`);
  if (stdout !== "") throw new Error(`a hook wrote on standard output: ${stdout}`);
  const beats = Deno.readTextFileSync(`${scratch}/home/.local/state/imprint-hook/events.jsonl`).trimEnd().split("\n");
  return { ms, outcome: JSON.parse(beats.at(-1) ?? "{}").outcome };
}

function tell(name: string, { ms, outcome }: HookRun, bare: number): void {
  const shown = (milliseconds: number): string => milliseconds.toFixed(0).padStart(4);
  console.log(`  ${name.padEnd(11)}  ${outcome.padEnd(11)}  ${shown(ms)} ms; an empty script takes ${shown(bare)} ms`);
}

/** Milliseconds of an empty script. */
async function bareStart(empty: string): Promise<number> {
  const times: number[] = [];
  while (times.length < BARE_RUNS) times.push((await run(["run", "--quiet", empty])).ms);
  return times.sort((a, b) => a - b)[Math.floor(BARE_RUNS / 2)] ?? 0;
}

async function run(args: readonly string[], input = ""): Promise<{ readonly ms: number; readonly stdout: string }> {
  const begin = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    args: [...args],
    env,
    cwd: project,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input)).catch(() => {});
  await writer.close().catch(() => {});
  const { code, stdout, stderr } = await child.output();
  const ms = performance.now() - begin;
  const decoder = new TextDecoder();
  if (code !== 0) throw new Error(`${args.at(-2)} ${args.at(-1)} ended with ${code}: ${decoder.decode(stderr)}`);
  return { ms, stdout: decoder.decode(stdout) };
}

async function show(words: readonly string[], command: readonly string[]): Promise<void> {
  console.log(`\n$ imprint-hook ${command.join(" ")}`);
  console.log((await run([...words, ...command])).stdout.trimEnd());
}

/** The files below a directory, indented, with their sizes. */
function* tree(directory: string, depth = 1): Generator<string> {
  const entries = [...Deno.readDirSync(directory)].sort((a, b) => a.name < b.name ? -1 : 1);
  for (const { name, isDirectory } of entries) {
    const path = `${directory}/${name}`;
    const size = isDirectory ? "/" : `  ${Deno.statSync(path).size} bytes`;
    yield `${"  ".repeat(depth)}${name}${size}`;
    if (isDirectory) yield* tree(path, depth + 1);
  }
}
