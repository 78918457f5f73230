/**
 * The examples of `lib/record/README.md`, each as a program of its own.
 */
import { assertEquals } from "@std/assert";
import { nativePath } from "../scripts/native_path.ts";
import { diskTest, withTemporaryDirectory } from "./disk_test_support.ts";
import { fencedBlocks } from "./fenced_commands_test_support.ts";

const README = new URL("../lib/record/README.md", import.meta.url);
const MOD = new URL("../lib/record/mod.ts", import.meta.url).href;
const CONFIG = nativePath(new URL("../deno.json", import.meta.url));

diskTest(
  "the examples of lib/record/README.md print what stands below them",
  () =>
    withTemporaryDirectory(async (directory) => {
      const markdown = Deno.readTextFileSync(README);
      const programs = fencedBlocks(markdown, "ts");
      const outputs = fencedBlocks(markdown, "text");
      assertEquals(programs.length, outputs.length);
      const sessions = `${directory}/sessions`;
      Deno.mkdirSync(sessions);
      const scripts = programs.map((_, index) => `${directory}/example_${index}.ts`);
      for (const [index, { text }] of programs.entries()) {
        Deno.writeTextFileSync(scripts[index] ?? "", text.replaceAll('"./mod.ts"', JSON.stringify(MOD)));
      }
      const checked = await deno(["check", "--quiet", "--config", CONFIG, ...scripts]);
      assertEquals(checked.code, 0, checked.stderr);
      for (const [index, { line }] of programs.entries()) {
        const permissions = ["--no-prompt", "--allow-read", "--allow-write"];
        const run = await deno(["run", "--quiet", ...permissions, "--config", CONFIG, scripts[index] ?? "", sessions]);
        assertEquals(run.stdout.trim(), outputs[index]?.text, `line ${line}: ${run.stderr}`);
      }
    }),
);

async function deno(args: readonly string[]) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args: [...args], env: { NO_COLOR: "1" } })
    .output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}
