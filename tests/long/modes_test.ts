import { assert, assertEquals } from "@std/assert";
import { hookTest } from "../hook_test_support.ts";
import { conversation } from "../import_test_support.ts";
import { programLine } from "../program_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";

for (const umask of ["000", "022", "077"]) {
  hookTest(
    `hooks and commands make files 0600 and directories 0700 with the umask ${umask}, run after run`,
    async (machine) => {
      const kettle = machine.project("kettle");
      const talk = conversation(SESSION, kettle);
      const run = async (words: readonly string[], stdin = ""): Promise<void> => {
        const { command, args, env } = programLine(words);
        const child = new Deno.Command("sh", {
          args: ["-c", 'umask "$0"; exec "$@"', umask, command, ...args],
          env: { ...env, HOME: machine.userHome },
          cwd: kettle,
          stdin: "piped",
          stdout: "null",
          stderr: "null",
        }).spawn();
        const writer = child.stdin.getWriter();
        await writer.write(new TextEncoder().encode(stdin));
        await writer.close();
        assertEquals((await child.status).code, 0, words.join(" "));
      };
      for (let turn = 1; turn <= 2; turn++) {
        talk.typed(`remember: pot ${turn} boils dry`);
        talk.reply("noted");
        await run(["claude", "stop"], machine.stop(SESSION, machine.transcript(SESSION, talk.rows), { cwd: kettle }));
      }
      for (const words of [["workspace", "add", "research"], ["pause", "--for", "1m"], ["search", "pot"]]) {
        await run(words);
      }
      await run(["forget", "--match", "pot 1 boils", "--purge"]);
      const places = [`${kettle}/.umwelten`, ...[".config", ".local"].map((name) => `${machine.userHome}/${name}`)];
      const wrong = places.flatMap((place) => [...modesBelow(place)])
        .filter(({ isDirectory, mode }) => mode !== (isDirectory ? 0o700 : 0o600))
        .map(({ path, mode }) => `${path} ${mode.toString(8)}`);
      assertEquals(wrong, []);
      assert([...modesBelow(`${machine.userHome}/.local`)].length > 8);
    },
  );
}

interface Mode {
  readonly path: string;
  readonly isDirectory: boolean;
  readonly mode: number;
}

function* modesBelow(path: string): Generator<Mode> {
  const { isDirectory, mode } = Deno.lstatSync(path);
  yield { path, isDirectory, mode: (mode ?? 0) & 0o777 };
  if (!isDirectory) return;
  for (const { name } of Deno.readDirSync(path)) yield* modesBelow(`${path}/${name}`);
}
