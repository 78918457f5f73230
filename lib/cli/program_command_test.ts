import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { InputError } from "../errors.ts";
import type { FileStat } from "../io/files.ts";
import { permissionFlags, SCRIPT_FLAGS } from "../io/permissions.ts";
import { programCommand, type ProgramOptions } from "./program_command.ts";
import { lastingName, passingPlace } from "./lasting_path.ts";
import { installHooks } from "../../hooks/claude/settings.ts";

/** A disk of files with their times, and of links. */
function options(
  files: Readonly<Record<string, number>>,
  more: Partial<ProgramOptions> & { readonly links?: Readonly<Record<string, string>> } = {},
): ProgramOptions {
  const { links = {}, ...rest } = more;
  const names = (path: string): readonly string[] => [
    ...new Set(
      Object.keys(files).filter((file) => file.startsWith(`${path}/`)).map((file) =>
        file.slice(path.length + 1).split("/")[0] ?? ""
      ),
    ),
  ];
  const stat = (path: string): FileStat | undefined => {
    const isFile = files[path] !== undefined;
    if (!isFile && names(path).length === 0) return undefined;
    const mtime = files[path] ?? 0;
    return { isFile, isDirectory: !isFile, isSymlink: false, size: 1, mtime, mode: 0o644, uid: 0, dev: 1, ino: 1 };
  };
  return {
    files: { stat, list: names, realPath: (path) => links[path] ?? (stat(path) === undefined ? undefined : path) },
    os: "linux",
    home: "/home/mira",
    temporary: ["/tmp"],
    denoVersion: "2.9.6",
    ...rest,
  };
}

Deno.test("programCommand() is the binary's own path when it is compiled", () => {
  const path = "/home/mira/.local/bin/imprint-hook";
  assertEquals(programCommand({ kind: "binary", path }, options({ [path]: 1 })), {
    words: [path],
    typed: "imprint-hook",
    warnings: [],
  });
});

Deno.test("programCommand() takes the name that stays when a package manager links to a version", () => {
  const path = "/opt/homebrew/Cellar/imprint-hook/0.1.0/bin/imprint-hook";
  const links = { "/opt/homebrew/bin/imprint-hook": path };
  assertEquals(programCommand({ kind: "binary", path }, options({ [path]: 1 }, { links })).words, [
    "/opt/homebrew/bin/imprint-hook",
  ]);
});

Deno.test("programCommand() runs a bundled script with the permissions of the binary", () => {
  const running = { kind: "script", deno: "/usr/local/bin/deno", script: "/srv/tools/imprint-hook.js" } as const;
  const { words, typed, warnings } = programCommand(running, options({ [running.deno]: 1, [running.script]: 1 }));
  assertEquals(words, [
    "/usr/local/bin/deno",
    "run",
    "--quiet",
    ...permissionFlags("linux"),
    ...SCRIPT_FLAGS,
    "/srv/tools/imprint-hook.js",
  ]);
  assertEquals([typed, warnings], ['deno run -RWE "/srv/tools/imprint-hook.js"', []]);
});

const SOURCES = {
  "/usr/bin/deno": 1,
  "/srv/imprint/main.ts": 5,
  "/srv/imprint/lib/io/disk.ts": 7,
  "/srv/imprint/lib/io/disk_test.ts": 99,
  "/srv/imprint/hooks/clients.ts": 6,
};
const FROM_SOURCE = { kind: "script", deno: "/usr/bin/deno", script: "/srv/imprint/main.ts" } as const;

Deno.test("programCommand() runs main.ts, and says that a bundle is faster, when there is none", () => {
  const { words, typed, warnings } = programCommand(FROM_SOURCE, options(SOURCES));
  assertEquals(words.slice(-2), ["--cached-only", "/srv/imprint/main.ts"]);
  assert(!words.includes("--no-config"), "the sources need their import map");
  assertEquals(typed, "deno task cli");
  assertEquals(warnings.map((warning) => /deno task bundle/.test(warning)), [true]);
});

Deno.test("programCommand() takes the bundle of a checkout, and says when it is older than a source file", () => {
  const bundled = "/srv/imprint/dist/imprint-hook.js";
  for (const [built, old] of [[7, false], [6, true]] as const) {
    const { words, warnings } = programCommand(FROM_SOURCE, options({ ...SOURCES, [bundled]: built }));
    assertStrictEquals(words.at(-1), bundled);
    assertEquals(warnings.map((warning) => /older than the sources/.test(warning)), old ? [true] : []);
  }
});

Deno.test("programCommand() says so when a path will not be there for long", () => {
  const npx = "/home/mira/.npm/_npx/1a2b/node_modules/deno/deno";
  const fromNpx = programCommand({ ...FROM_SOURCE, deno: npx }, options({ ...SOURCES, [npx]: 1 }));
  assertStrictEquals(fromNpx.words[0], npx);
  assertStrictEquals(fromNpx.typed, "npx --yes deno@2.9.6 task cli");
  assert(fromNpx.warnings.some((warning) => /npx's cache.*npm install --global deno/.test(warning)));
  const fromTmp = programCommand({ kind: "binary", path: "/tmp/x/imprint-hook" }, options({}));
  assertEquals(fromTmp.warnings.map((warning) => /system empties/.test(warning)), [true]);
});

Deno.test("programCommand() refuses a program that is no file of this machine", () => {
  const running = { kind: "elsewhere", deno: "/usr/bin/deno", specifier: "https://example.com/main.ts" } as const;
  assertThrows(() => programCommand(running, options({})), InputError, "no file of this machine");
});

Deno.test("programCommand() and installHooks() write a Windows path so that Git Bash keeps it (report 17: https://github.com/anthropics/claude-code/issues/21878)", () => {
  const running = {
    kind: "script",
    deno: "C:\\Users\\mira\\.deno\\bin\\deno.exe",
    script: "C:\\my tools\\imprint-hook.js",
  } as const;
  const { words } = programCommand(running, options({}, { os: "windows", home: "C:\\Users\\mira", temporary: [] }));
  for (const clientVersion of ["2.1.332", "2.1.100"]) {
    const { text } = installHooks(undefined, { program: words, clientVersion });
    const { command, args = [] } = JSON.parse(text).hooks.Stop[0].hooks[0];
    const whole = [command, ...args].join(" ");
    assert(whole.includes("C:/Users/mira/.deno/bin/deno.exe") && whole.includes("C:/my tools/imprint-hook.js"), whole);
    // What is left is the program that may be started, inside of single quotes where a shell reads it.
    assertEquals(whole.match(/[^ ]*\\[^ ]*/g), [
      args.length > 0 ? "--allow-run=C:\\Windows\\System32\\wsl.exe" : "'--allow-run=C:\\Windows\\System32\\wsl.exe'",
    ]);
  }
});

Deno.test("lastingName() keeps a path that nothing usual leads to", () => {
  const { files, home, temporary } = options({ "/srv/tools/deno": 1, "/usr/bin/deno": 1 });
  assertStrictEquals(lastingName("/srv/tools/deno", { files, home, temporary }), "/srv/tools/deno");
  assertStrictEquals(lastingName("/usr/bin/deno", { files, home, temporary }), "/usr/bin/deno");
  assertStrictEquals(lastingName("C:\\deno.exe", { files, home, temporary }), "C:\\deno.exe");
});

Deno.test("passingPlace() knows caches and temporary directories, by every name", () => {
  const links = { "/tmp": "/private/tmp" };
  const known = { ...options({}, { links }) };
  const cases: readonly (readonly [string, ReturnType<typeof passingPlace>])[] = [
    ["/private/tmp/x/imprint-hook", "temporary"],
    ["/tmp", undefined],
    ["/tmpfiles/imprint-hook", undefined],
    ["/home/mira/.npm/_npx/1a/node_modules/.bin/imprint-hook", "npx"],
    ["/home/mira/.cache/pnpm/dlx/1a/imprint-hook", "cache"],
    ["/Users/mira/Library/Caches/deno/x.js", "cache"],
    ["/home/mira/.local/bin/imprint-hook", undefined],
    ["C:\\Users\\mira\\AppData\\Local\\npm-cache\\_npx\\1a\\deno.exe", "npx"],
  ];
  for (const [path, place] of cases) assertEquals(passingPlace(path, known), place, path);
});
