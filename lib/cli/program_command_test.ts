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
    searchPath: undefined,
    data: "/home/mira/.local/share/imprint-hook",
    denoVersion: "2.9.6",
    ...rest,
  };
}

Deno.test("programCommand() is the binary's own path when it is compiled", () => {
  const path = "/home/mira/.local/bin/imprint-hook";
  assertEquals(programCommand({ kind: "binary", path }, options({ [path]: 1 })), {
    words: [path],
    typed: "imprint-hook",
    copy: null,
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
    "--env-file=/srv/tools/imprint-hook.env",
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
  const script = { kind: "script", deno: "/usr/bin/deno", script: "/tmp/x/imprint-hook.js" } as const;
  assertEquals(programCommand(script, options({})).warnings.map((warning) => /system empties/.test(warning)), [true]);
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

const KEPT = "/home/mira/.local/share/imprint-hook/bin/imprint-hook";
const NVM = "/home/mira/.nvm/versions/node/v22.4.1/lib/node_modules/imprint-hook/node_modules/@imprint-hook/linux-x64";
const PASSING: readonly (readonly [path: string, reason: RegExp, typed: string])[] = [
  ["/tmp/x/imprint-hook", /system empties/, "imprint-hook"],
  ["/home/mira/.npm/_npx/1a2b/node_modules/@imprint-hook/linux-x64/bin/imprint-hook", /npx/, "npx --yes imprint-hook"],
  ["/opt/homebrew/Cellar/imprint-hook/0.1.0/bin/imprint-hook", /one version/, "imprint-hook"],
  [`${NVM}/bin/imprint-hook`, /one version/, "imprint-hook"],
  ["/nix/store/9a8b7c-imprint-hook-0.1.0/bin/imprint-hook", /one version/, "imprint-hook"],
  ["/srv/kettle/node_modules/@imprint-hook/linux-x64/bin/imprint-hook", /project's node_modules/, "imprint-hook"],
];
for (const [path, reason, typed] of PASSING) {
  Deno.test(`programCommand() has the binary copied when it is at ${path}`, () => {
    const command = programCommand({ kind: "binary", path }, options({ [path]: 1, "/srv/kettle/package.json": 1 }));
    assertEquals([command.words, command.typed, command.warnings], [[KEPT], typed, []]);
    assertEquals([command.copy?.from, command.copy?.to], [path, KEPT]);
    assert(reason.test(command.copy?.reason ?? ""), command.copy?.reason);
  });
}

Deno.test("programCommand() copies no copy, wherever the data directory is", () => {
  const data = "/tmp/imprint-hook-0.1.0/data";
  const path = `${data}/bin/imprint-hook`;
  const command = programCommand({ kind: "binary", path }, options({ [path]: 1 }, { data }));
  assertEquals([command.words, command.copy], [[path], null]);
});

Deno.test("programCommand() leaves the binary of an npm that is not one of several versions where it is", () => {
  const path = "/usr/local/lib/node_modules/imprint-hook/node_modules/@imprint-hook/linux-x64/bin/imprint-hook";
  const command = programCommand({ kind: "binary", path }, options({ [path]: 1 }));
  assertEquals([command.words, command.copy], [[path], null]);
});

const LINKED: readonly (readonly [searchPath: string, links: Readonly<Record<string, string>>, name: string])[] = [
  ["/opt/own/bin:/x", { "/opt/own/bin/imprint-hook": "" }, "/opt/own/bin/imprint-hook"],
  ["relative:/opt/own/bin/:/x", { "/opt/own/bin/imprint-hook": "" }, "/opt/own/bin/imprint-hook"],
  ["/opt/0.1.0/bin:/tmp/bin", { "/opt/0.1.0/bin/imprint-hook": "", "/tmp/bin/imprint-hook": "" }, KEPT],
  ["/opt/own/bin", { "/opt/own/bin/imprint-hook": "/opt/Cellar/imprint-hook/0.0.9/imprint-hook" }, KEPT],
];
for (const [searchPath, links, name] of LINKED) {
  Deno.test(`programCommand() takes ${name} when PATH is ${searchPath}`, () => {
    const path = "/opt/Cellar/imprint-hook/0.1.0/imprint-hook-linux-x64";
    const all = Object.fromEntries(Object.entries(links).map(([link, to]) => [link, to || path]));
    const { words } = programCommand({ kind: "binary", path }, options({ [path]: 1 }, { links: all, searchPath }));
    assertEquals(words, [name]);
  });
}

Deno.test("programCommand() finds a lasting name on PATH of Windows, whatever its case", () => {
  const path = "C:\\tools\\imprint-hook\\0.1.0\\imprint-hook.exe";
  const links = { "C:\\Users\\Mira\\Links\\imprint-hook.exe": path.toUpperCase() };
  const machine = { os: "windows", home: "C:\\Users\\Mira", data: "C:\\Users\\Mira\\data", temporary: [] } as const;
  const found = options({ [path]: 1 }, { ...machine, links, searchPath: "C:\\Windows;C:\\Users\\Mira\\Links\\" });
  assertEquals(programCommand({ kind: "binary", path }, found).words, ["C:\\Users\\Mira\\Links\\imprint-hook.exe"]);
  const alone = programCommand({ kind: "binary", path }, options({ [path]: 1 }, { ...machine, links }));
  assertEquals(alone.words, ["C:\\Users\\Mira\\data\\bin\\imprint-hook.exe"]);
});

Deno.test("lastingName() keeps a path that nothing usual leads to", () => {
  const machine = options({ "/srv/tools/deno": 1, "/usr/bin/deno": 1 });
  assertStrictEquals(lastingName("/srv/tools/deno", machine), "/srv/tools/deno");
  assertStrictEquals(lastingName("/usr/bin/deno", machine), "/usr/bin/deno");
  assertStrictEquals(lastingName("C:\\deno.exe", { ...machine, os: "windows" }), "C:\\deno.exe");
});

Deno.test("passingPlace() knows caches, temporary directories and directories of one version, by every name", () => {
  const links = { "/tmp": "/private/tmp" };
  const known = { ...options({ "/home/mira/kettle/package.json": 1 }, { links }) };
  const cases: readonly (readonly [string, ReturnType<typeof passingPlace>])[] = [
    ["/private/tmp/x/imprint-hook", "temporary"],
    ["/tmp", undefined],
    ["/tmpfiles/imprint-hook", undefined],
    ["/home/mira/.npm/_npx/1a/node_modules/.bin/imprint-hook", "npx"],
    ["/home/mira/.cache/pnpm/dlx/1a/imprint-hook", "cache"],
    ["/Users/mira/Library/Caches/deno/x.js", "cache"],
    ["/home/mira/.local/bin/imprint-hook", undefined],
    ["/home/mira/.local/bin/imprint-hook-0.1.0", undefined],
    ["/home/mira/.local/state/fnm_multishells/91_17/bin/imprint-hook", "temporary"],
    ["/home/mira/kettle/node_modules/.bin/imprint-hook", "project"],
    ["/usr/lib/node_modules/imprint-hook/bin/imprint-hook", undefined],
    ["/home/mira/.local/share/pnpm/global/5/.pnpm/@imprint-hook+linux-x64@0.1.0/bin/imprint-hook", "versioned"],
    ["/home/mira/.asdf/installs/nodejs/22.4.1/lib/node_modules/imprint-hook/bin/imprint-hook", "versioned"],
    ["C:\\Users\\mira\\scoop\\apps\\imprint-hook\\0.1.0\\imprint-hook.exe", "versioned"],
    ["C:\\Users\\mira\\scoop\\apps\\imprint-hook\\current\\imprint-hook.exe", undefined],
    ["C:\\Users\\mira\\AppData\\Local\\npm-cache\\_npx\\1a\\deno.exe", "npx"],
  ];
  for (const [path, place] of cases) assertEquals(passingPlace(path, known), place, path);
});

Deno.test("passingPlace() calls nothing temporary that lasts as long as the home directory", () => {
  const scratch = options({}, { home: "/tmp/throw-away/home" });
  assertEquals(passingPlace("/tmp/throw-away/home/.local/bin/imprint-hook", scratch), undefined);
  assertEquals(passingPlace("/tmp/throw-away/imprint-hook", scratch), "temporary");
  const windows = { ...scratch, home: "C:\\Users\\mira", temporary: ["C:\\Users\\mira\\AppData\\Local\\Temp"] };
  assertEquals(passingPlace("C:\\Users\\mira\\AppData\\Local\\Temp\\x.exe", windows), "temporary");
});
