import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { permissionFlags } from "../lib/io/permissions.ts";
import { denoDirectory } from "../scripts/deno_directory.ts";
import { nativePath } from "../scripts/native_path.ts";
import { canUseDisk, withTemporaryDirectory } from "./disk_test_support.ts";

const isWindows = Deno.build.os === "windows";
const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";

/** A Windows machine with two projects and the real program on it. */
interface WindowsMachine {
  readonly root: string;
  /** Types a command that has to succeed. @returns standard output */
  ok(...words: readonly string[]): Promise<string>;
  fails(...words: readonly string[]): Promise<string>;
  /** Writes a transcript in which a prompt was typed in each directory. */
  transcript(cwds: readonly string[]): string;
}

/** Registers a test of the real program on Windows; `scripts/test_windows.sh` runs them elsewhere. */
function windowsTest(name: string, fn: (machine: WindowsMachine) => Promise<void>): void {
  Deno.test({
    name: `${name}${isWindows ? "" : " (ignored: needs Windows, or scripts/test_windows.sh)"}`,
    ignore: !isWindows || !canUseDisk,
    fn: () => withTemporaryDirectory((root) => fn(machineIn(root))),
  });
}

function machineIn(root: string): WindowsMachine {
  for (const name of ["Kettle\\.git", "Kettle\\src", "Garden\\.git", "home", "person"]) {
    Deno.mkdirSync(`${root}\\${name}`, { recursive: true });
  }
  const env = { USERPROFILE: `${root}\\person`, DENO_DIR: denoDirectory(), NO_COLOR: "1", COLUMNS: "200" };
  const main = nativePath(new URL("../main.ts", import.meta.url));

  async function type(words: readonly string[]) {
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--no-check", ...permissionFlags("windows"), main, ...words, "--home", `${root}\\home`],
      env,
      cwd: root,
      stdin: "null",
    }).output();
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  }

  return {
    root,
    async ok(...words) {
      const { code, stdout, stderr } = await type(words);
      assertEquals(code, 0, `${words.join(" ")}: ${stdout}${stderr}`);
      return stdout;
    },
    async fails(...words) {
      const { code, stdout, stderr } = await type(words);
      assertEquals([code, stdout], [1, ""], words.join(" "));
      return stderr;
    },
    transcript(cwds) {
      const rows = cwds.map((cwd, n) => ({
        parentUuid: null,
        isSidechain: false,
        userType: "external",
        entrypoint: "cli",
        version: "2.1.332",
        type: "user",
        message: { role: "user", content: `remember: always rinse the kettle, turn ${n}` },
        origin: { kind: "human" },
        promptSource: "typed",
        turnOrigin: "human",
        cwd,
        sessionId: SESSION,
        uuid: `aaaaaaaa-0000-4000-8000-${String(n).padStart(12, "0")}`,
        timestamp: `2026-10-26T09:00:0${n}.000Z`,
      }));
      const path = `${root}\\${SESSION}.jsonl`;
      Deno.writeTextFileSync(path, rows.map((row) => `${JSON.stringify(row)}\r\n`).join(""));
      return path;
    },
  };
}

/** The verdict and the places of the first session. */
function explained(text: string): readonly unknown[] {
  const [session] = JSON.parse(text).sessions;
  return [session.workspace, session.verdict.kind, session.directories.map(({ place }: { place: string }) => place)];
}

windowsTest("two workspaces on Windows tell directories apart whatever their spelling", async (machine) => {
  const { root, ok } = machine;
  await ok("workspace", "add", "research");
  await ok("workspace", "root", "add", `${root}\\KETTLE`, "--workspace", "research");
  await ok("workspace", "root", "add", `${root}\\Garden`.replaceAll("\\", "/"));
  assertStringIncludes(
    await machine.fails("workspace", "root", "add", `${root}\\kettle\\SRC`),
    `of workspace "research"`,
  );
  assertStringIncludes(await machine.fails("workspace", "root", "add", "C:\\"), "it holds everything");
  assertStringIncludes(await machine.fails("workspace", "root", "add", `${root}\\NUL`), "bad-win-name");
  const lower = root.replace(/^[A-Z]/, (drive) => drive.toLowerCase());
  const spellings = [
    `${root}\\Kettle`,
    `${lower}\\KETTLE\\src`,
    `${root}\\Kettle\\SRC. `,
    `\\\\?\\${root}\\Kettle\\src`,
    `file:///${root.replaceAll("\\", "/").replace(":", "%3A")}/kettle`,
    `/${lower[0]}${root.slice(2).replaceAll("\\", "/")}/Kettle`,
  ];
  const transcript = machine.transcript(spellings);
  assertEquals(explained(await ok("explain", transcript, "--json")), [
    "research",
    "owned",
    spellings.map(() => "inside"),
  ]);
  assertEquals(explained(await ok("explain", transcript, "--as", "default", "--json")), [
    "default",
    "claimed",
    spellings.map(() => "claimed"),
  ]);
  const mixed = machine.transcript([`${root}\\Kettle`, `${root}\\garden`, `${root}\\Kettle2`]);
  assertEquals(explained(await ok("explain", mixed, "--as", "research", "--json")), [
    "research",
    "claimed",
    ["inside", "claimed", "outside"],
  ]);
});

windowsTest("a conversation on Windows is learned, listed and handed over", async (machine) => {
  const { root, ok } = machine;
  const transcript = machine.transcript([`${root}\\Kettle\\src`]);
  await ok("learn", "--transcript", transcript);
  assertStringIncludes(await ok("list", "--in", `${root}\\kettle`), "always rinse the kettle");
  await ok("workspace", "add", "research");
  const text = await ok("workspace", "root", "add", `${root}\\Kettle`, "--workspace", "research");
  assertStringIncludes(text, "1 stored conversation changed hands:");
  assertStringIncludes(await ok("workspace", "show", "research", "--plain"), "stored: 1 conversation");
  assert(!(await ok("list", "--all", "--workspace", "default")).includes("rinse"));
  assertStringIncludes(await ok("list", "--all", "--workspace", "research"), "always rinse the kettle");
});
