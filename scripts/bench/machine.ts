/**
 * A home directory, a project and a store of transcripts below the scratch directory.
 *
 * @module
 */
import { type RowSource, type TranscriptOptions, writeTranscript } from "./transcript.ts";

/** A scratch machine. */
export interface Machine {
  /** The environment of every program on it, and nothing else. */
  readonly env: Readonly<Record<string, string>>;
  readonly store: string;
  /** Makes a project with a `.git` of its own. */
  project(name: string): string;
  /** Writes a transcript of a project into the store; its number makes its session. */
  transcript(number: number, options: Omit<TranscriptOptions, "sessionId">): Transcript;
  /** Removes what was learned: the next import is a first one. */
  forget(): void;
  /** Bytes of all exchanges that are stored. */
  stored(): number;
}

/** A transcript that can grow. */
export interface Transcript {
  readonly path: string;
  readonly sessionId: string;
  readonly cwd: string;
  readonly rows: RowSource;
}

/** Sets a machine up below a directory, which is made. */
export function createMachine(root: string): Machine {
  const home = `${root}/home`;
  const store = `${home}/.claude/projects`;
  const projects: string[] = [];
  Deno.mkdirSync(store, { recursive: true });
  return {
    env: {
      HOME: home,
      PATH: Deno.env.get("PATH") ?? "",
      DENO_DIR: cacheDirectory(),
      DENO_NO_UPDATE_CHECK: "1",
      NO_COLOR: "1",
    },
    store,
    project(name) {
      const directory = `${root}/${name}`;
      Deno.mkdirSync(`${directory}/.git`, { recursive: true });
      projects.push(directory);
      return directory;
    },
    transcript(number, options) {
      const sessionId = `${String(number).padStart(8, "0")}-3d0e-4a53-9c55-2f6f0b7d9a10`;
      const folder = `${store}/${options.cwd.replaceAll("/", "-")}`;
      Deno.mkdirSync(folder, { recursive: true });
      const path = `${folder}/${sessionId}.jsonl`;
      return { path, sessionId, cwd: options.cwd, rows: writeTranscript(path, { ...options, sessionId }) };
    },
    forget() {
      for (const path of [`${home}/.local`, `${home}/.config`, ...projects.map((project) => `${project}/.umwelten`)]) {
        removeIfThere(path);
      }
    },
    stored: () => projects.reduce((sum, project) => sum + bytesOf(`${project}/.umwelten`, "exchanges.jsonl"), 0),
  };
}

/** Where Deno keeps packages and compiled sources: a new home directory must not cost a download. */
function cacheDirectory(): string {
  const { stdout } = new Deno.Command(Deno.execPath(), { args: ["info", "--json", "--no-config"] }).outputSync();
  return (JSON.parse(new TextDecoder().decode(stdout)) as { readonly denoDir: string }).denoDir;
}

function removeIfThere(path: string): void {
  try {
    Deno.removeSync(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

function bytesOf(directory: string, name: string): number {
  let sum = 0;
  for (const entry of Deno.readDirSync(directory)) {
    const path = `${directory}/${entry.name}`;
    if (entry.isDirectory) sum += bytesOf(path, name);
    else if (entry.name === name) sum += Deno.statSync(path).size;
  }
  return sum;
}
