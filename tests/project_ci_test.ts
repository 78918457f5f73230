import { assertEquals } from "@std/assert";
import { canUseDisk, withTemporaryDirectory } from "./disk_test_support.ts";
import { projectText } from "./project_files_test_support.ts";

/** What the stand-in for npx does, by the words after `deno@x`. */
type Answers = Readonly<Record<string, { readonly says: string; readonly status?: number }>>;

const GOOD: Answers = {
  "task ok": { says: "ok | 30 passed (4 steps) | 0 failed | 2 ignored (3s)" },
  "task demo": { says: "learned" },
  "task test": { says: "ok | 30 passed | 0 failed (3s)" },
  "test --no-prompt": { says: "ok | 10 passed | 0 failed | 20 ignored (3s)" },
  "task test:long": { says: "ok | 5 passed | 0 failed (9s)" },
  "task test:page": { says: "ok | 3 passed | 0 failed (5s)" },
  "task test:clients": { says: "ok | 2 passed | 0 failed (20s)" },
};

const CASES: readonly (readonly [name: string, answers: Answers, last: string, status: number])[] = [
  ["adds up the suites, each once, when all pass", GOOD, "40 passed, 0 failed", 0],
  [
    "counts failed tests when a suite fails",
    { ...GOOD, "task test:long": { says: "FAILED | 3 passed | 2 failed (9s)", status: 1 } },
    "38 passed, 2 failed",
    1,
  ],
  [
    "counts one when a step fails without tests",
    { ...GOOD, "task demo": { says: "", status: 3 } },
    "40 passed, 1 failed",
    1,
  ],
  [
    "counts the failures of repeated suites when they fail on both Deno versions",
    { ...GOOD, "task test": { says: "FAILED | 29 passed | 1 failed (3s)", status: 1 } },
    "40 passed, 2 failed",
    1,
  ],
  [
    "tests the binary, and the clients with it, where a runtime lies beside the project",
    {
      ...GOOD,
      "offline_build": { says: "" },
      "task test:binary": { says: "ok | 3 passed | 0 failed (20s)" },
      "task test:clients dist/imprint-hook": { says: "ok | 2 passed | 0 failed (20s)" },
      "task test:clients": { says: "the wrong program", status: 1 },
    },
    "43 passed, 0 failed",
    0,
  ],
  [
    "fails when no test ran",
    Object.fromEntries(Object.keys(GOOD).map((words) => [words, { says: "nothing to do" }])),
    "0 passed, 0 failed",
    1,
  ],
];

for (const [name, answers, last, status] of CASES) {
  Deno.test({
    name: `.ci/run ${name}`,
    ignore: !canUseDisk || Deno.build.os === "windows",
    async fn() {
      await withTemporaryDirectory(async (directory) => {
        // A level deeper, so that there is nothing beside the project.
        const project = `${directory}/project`;
        await Deno.mkdir(`${project}/.ci`, { recursive: true });
        await Deno.mkdir(`${directory}/bin`);
        await Deno.writeTextFile(`${project}/.ci/run`, projectText(".ci/run"));
        if ("offline_build" in answers) await addToolchain(directory);
        const cases = Object.entries(answers).map(([words, { says, status }]) =>
          `"${words}") echo "${says}"; exit ${status ?? 0} ;;`
        );
        const npx = `#!/bin/sh\nshift 2\ncase "$*" in\n${cases.join("\n")}\nesac\necho "unknown: $*"; exit 9\n`;
        await Deno.writeTextFile(`${directory}/bin/npx`, npx, { mode: 0o755 });
        const output = await new Deno.Command("bash", {
          args: [`${project}/.ci/run`],
          cwd: project,
          env: { PATH: `${directory}/bin:${Deno.env.get("PATH")}` },
        }).output();
        const lines = new TextDecoder().decode(output.stdout).trimEnd().split("\n");
        assertEquals([lines.at(-1), output.code], [last, status], lines.join("\n"));
      });
    },
  });
}

/** A folder with a runtime, and a stand-in for what builds with it. */
async function addToolchain(directory: string): Promise<void> {
  await Deno.mkdir(`${directory}/shared/toolchain`, { recursive: true });
  await Deno.mkdir(`${directory}/project/scripts`);
  const script = '#!/bin/sh\n[ "$1" = ../shared/toolchain ]\n';
  await Deno.writeTextFile(`${directory}/project/scripts/offline_build.sh`, script, { mode: 0o755 });
  // .ci/run builds on this system only.
  await Deno.writeTextFile(`${directory}/bin/uname`, "#!/bin/sh\necho Linux x86_64\n", { mode: 0o755 });
}
