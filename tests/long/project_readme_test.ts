import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { withTemporaryDirectory } from "../disk_test_support.ts";
import { createSandbox, fencedBlocks } from "../fenced_commands_test_support.ts";
import { canAskGit, projectText, projectUrl } from "../project_files_test_support.ts";

/** Commands of the README that are run for real, but not here. */
const RUN_ELSEWHERE: Readonly<Record<string, string>> = {
  "npx --yes deno@2.9.6 task test": "this test is part of it; .ci/run types it on a clean clone",
  "npx --yes deno@2.9.6 task ok": "this test is part of it; .ci/run types it on a clean clone",
};

/** What an example has to show after the steps before it. */
const SHOWS: Readonly<Record<string, string>> = {
  "task cli search ": "[boil]s [dry] when the sensor sends a null",
};

const hasReadme = canAskGit && isThere("README.md");

Deno.test({
  name: `every command of README.md works in a clean copy with an empty home${
    hasReadme ? "" : " (ignored: no README.md, or no permission to run)"
  }`,
  ignore: !hasReadme || Deno.build.os === "windows",
  async fn(test) {
    const blocks = fencedBlocks(projectText("README.md"), "sh");
    assert(blocks.length > 0, "the README shows no command");
    await withTemporaryDirectory(async (temporary) => {
      const sandbox = await createSandbox(temporary);
      for (const { line, text } of blocks) {
        if (text in RUN_ELSEWHERE) continue;
        await test.step(`line ${line}: ${text}`, async () => {
          const { code, output } = await sandbox.run(text);
          assertEquals(code, 0, output);
          assert(!output.includes("this is a bug"), output);
          for (const [words, shown] of Object.entries(SHOWS)) {
            if (text.includes(words)) assertStringIncludes(output, shown);
          }
        });
      }
    });
  },
});

Deno.test({
  name: "every command that README.md leaves to .ci/run is one that .ci/run runs",
  ignore: !hasReadme,
  fn() {
    const run = projectText(".ci/run");
    for (const command of Object.keys(RUN_ELSEWHERE)) {
      assertStringIncludes(run, command.replace("deno@2.9.6", '"$current"'));
    }
  },
});

const MARKDOWN = `# Kettle

\`\`\`sh
deno task boil
deno task pour
\`\`\`

Not run: \`deno task scald\`

\`\`\`jsonc
{ "not": "run" }
\`\`\`

1. A list

   ~~~sh title="in a list"
   echo "three \`\`\` ticks"
   ~~~

\`\`\`\`md
\`\`\`sh
inside of another fence
\`\`\`
\`\`\`\`

\`\`\`sh
last
\`\`\`
`;

Deno.test("fencedBlocks() finds the blocks of one language with their lines", () => {
  assertEquals(fencedBlocks(MARKDOWN, "sh"), [
    { line: 4, text: "deno task boil\ndeno task pour" },
    { line: 17, text: 'echo "three ``` ticks"' },
    { line: 27, text: "last" },
  ]);
  assertEquals(fencedBlocks(MARKDOWN.replaceAll("\n", "\r\n"), "jsonc"), [{ line: 11, text: '{ "not": "run" }' }]);
});

Deno.test("fencedBlocks() throws when a fence is never closed", () => {
  assertThrows(() => fencedBlocks("```sh\ndeno task boil\n", "sh"), SyntaxError, "line 1");
});

Deno.test({
  name: "the sandbox runs blocks with the project's Deno, in an empty home, and stops at the first failure",
  ignore: !canAskGit || Deno.build.os === "windows",
  async fn() {
    await withTemporaryDirectory(async (temporary) => {
      const { directory, run } = await createSandbox(temporary);
      assertEquals(await run(`npx --yes deno@2.9.6 --version | head -n 1 | cut -d ' ' -f 2`), {
        code: 0,
        output: `${Deno.version.deno}\n`,
      });
      assertEquals((await run("ls -A ~ && pwd")).output, `${directory}\n`);
      assertEquals((await run("test -f deno.json && test ! -e .git && echo clean")).output, "clean\n");
      assertEquals(await run("false\necho on"), { code: 1, output: "" });
      assertEquals((await run("npx something-else")).code, 127);
      assertEquals((await run("echo ${IMPRINT_HOOK_HOME-unset}")).output, "unset\n");
    });
  },
});

function isThere(path: string): boolean {
  try {
    return Deno.statSync(projectUrl(path)).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
