import { assert, assertEquals } from "@std/assert";
import { drain } from "../../lib/bridge/outer.ts";
import { type Border, borderTest, windowsSide } from "../bridge_test_support.ts";
import { projectUrl } from "../project_files_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";

function share(path: string): string {
  return `\\\\wsl.localhost\\Ubuntu${path.replaceAll("/", "\\")}`;
}

/** Exchanges of every session below a project. */
function questions(project: string): readonly string[] {
  const folder = `${project}/.umwelten/learnings/claude`;
  try {
    return Array.from(Deno.readDirSync(folder)).filter(({ name }) => /^[0-9a-f]{32}$/.test(name)).flatMap(
      ({ name }) => {
        const text = Deno.readTextFileSync(`${folder}/${name}/exchanges.jsonl`).trim();
        return text.split("\n").map((line) => JSON.parse(line).id);
      },
    );
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** Starts the Windows side's hook as a process of its own. */
function startOuter(border: Border, cwd: string, mood: string): Deno.ChildProcess {
  const program = projectUrl("tests/bridge_outer_test_support.ts").pathname;
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--allow-all", "--no-check", program, border.root, SESSION, cwd, mood],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
}

/** The next run: the hook of the same session, or whatever empties the spool. */
async function nextRun(border: Border): Promise<number> {
  const windows = windowsSide(border);
  const [profile] = windows.product.profiles;
  assert(profile);
  return (await drain(windows.product, profile, { run: windows.run })).waiting;
}

async function garden(border: Border): Promise<string> {
  Deno.mkdirSync(`${border.home}/garden/.git`, { recursive: true });
  await border.register();
  border.windowsTranscript(SESSION, [share(`${border.home}/garden`)]);
  return `${border.home}/garden`;
}

borderTest(
  "everything is stored once after the next run when the outer side is killed at any moment",
  async (border) => {
    const project = await garden(border);
    const whole = startOuter(border, share(project), "running");
    const began = performance.now();
    await whole.status;
    const took = performance.now() - began;
    const expected = questions(project);
    assertEquals(expected.length, 1);
    for (const part of [0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97]) {
      Deno.removeSync(`${project}/.umwelten`, { recursive: true });
      Deno.removeSync(`${border.home}/.local`, { recursive: true });
      const child = startOuter(border, share(project), "running");
      await new Promise((resolve) => setTimeout(resolve, took * part));
      try {
        child.kill("SIGKILL");
      } catch {
        // It was faster this time.
      }
      await child.status;
      // What it had started may go on alone for a moment, as the inner side does when the outer one is killed.
      const windows = windowsSide(border);
      if (windows.waiting() === 0 && questions(project).length === 0) {
        // Killed before it had read anything: the client's next hook is the next run.
        await windows.stop(SESSION, `C:\\Users\\mira\\.claude\\projects\\-kettle\\${SESSION}.jsonl`, share(project));
      }
      assertEquals([await nextRun(border), questions(project)], [0, expected], `killed after ${part} of the time`);
    }
  },
);

borderTest(
  "everything is stored once when the outer side is killed between the inner side's write and its reply",
  async (border) => {
    const project = await garden(border);
    const child = startOuter(border, share(project), "killed-after");
    assertEquals((await child.status).signal, "SIGKILL");
    const first = questions(project);
    assertEquals([first.length, windowsSide(border).waiting()], [1, 1]);
    assertEquals([await nextRun(border), questions(project)], [0, first]);
  },
);

borderTest(
  "everything is stored once after the next run when the inner side is killed at any moment",
  async (border) => {
    const project = await garden(border);
    const windows = windowsSide(border);
    const script = Deno.readTextFileSync(`${border.root}/bin/imprint-hook`);
    const stop = () =>
      windows.stop(SESSION, `C:\\Users\\mira\\.claude\\projects\\-kettle\\${SESSION}.jsonl`, share(project));
    for (const seconds of ["0.05", "0.15", "0.2", "0.25", "0.3", "0.35", "0.4"]) {
      Deno.writeTextFileSync(
        `${border.root}/bin/imprint-hook`,
        script.replace("exec env", `exec timeout -s KILL ${seconds} env`),
      );
      const told = await stop();
      assert(told.outcome !== "skipped", JSON.stringify(told));
      Deno.writeTextFileSync(`${border.root}/bin/imprint-hook`, script);
      assertEquals([await nextRun(border), questions(project).length], [0, 1], `killed after ${seconds} s`);
      Deno.removeSync(`${project}/.umwelten`, { recursive: true });
      Deno.removeSync(`${border.home}/.local`, { recursive: true });
    }
  },
);
