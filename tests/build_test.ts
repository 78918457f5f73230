import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { readBuildWords } from "../scripts/build.ts";
import { compileFailure } from "../scripts/compile.ts";
import { installRoot, readWords, remarks } from "../scripts/install.ts";
import { binaryName, type Target, TARGETS } from "../scripts/targets.ts";
import { canUseDisk, withTemporaryDirectory } from "./disk_test_support.ts";

const LINUX: Target = { name: "linux-x64", triple: "x86_64-unknown-linux-gnu", os: "linux" };

const NO_DENORT: readonly (readonly [deno: string, stderr: string, cause: string])[] = [
  [
    "2.9.6, which cannot reach the network",
    "error: Writing deno compile executable to temporary file 'a.tmp-1'\n\nCaused by:\n" +
    "    0: Setting up base binary.\n    1: error sending request for url (https://a.example/denort.zip)\n" +
    "    2: dns error\n\nStack backtrace:\n   0: <unknown>\n",
    "error sending request for url (https://a.example/denort.zip)",
  ],
  [
    "2.9.6, whose DENORT_BIN leads nowhere",
    "error: Writing deno compile executable to temporary file 'a.tmp-1'\n\nCaused by:\n" +
    "    0: Could not find denort at '/nowhere'\n    1: No such file or directory (os error 2)\n\nStack backtrace:\n",
    "Could not find denort at '/nowhere'",
  ],
];

for (const [deno, stderr, cause] of NO_DENORT) {
  Deno.test(`compileFailure() names the two ways on when it is Deno ${deno}`, () => {
    const message = compileFailure(stderr, { target: LINUX, output: "/srv/kettle/dist/imprint-hook" });
    assertStringIncludes(message, `: ${cause}. Two ways on: set DENORT_BIN `);
    assertStringIncludes(message, '"deno task install"');
    assertStringIncludes(message, LINUX.triple);
    assert(!/\n|Stack backtrace|<unknown>/.test(message), message);
  });
}

Deno.test("compileFailure() says what Deno said when the runtime is not what is missing", () => {
  assertEquals(
    compileFailure("error: Module not found\n    at a.js\n", { target: LINUX, output: "/a" }),
    'cannot compile "/a": error: Module not found at a.js',
  );
});

Deno.test("binaryName() ends in .exe on Windows only", () => {
  assertEquals(TARGETS.map((target) => binaryName(`imprint-hook-${target.name}`, target)), [
    "imprint-hook-linux-arm64",
    "imprint-hook-linux-x64",
    "imprint-hook-macos-arm64",
    "imprint-hook-macos-x64",
    "imprint-hook-windows-x64.exe",
  ]);
});

Deno.test({
  name: "readBuildWords() takes no words, --all or --output FILE, and refuses the rest",
  ignore: !canUseDisk,
  fn() {
    const given = Deno.env.get("DENORT_BIN");
    Deno.env.delete("DENORT_BIN");
    try {
      assertEquals(readBuildWords([], "/srv/dist").map(({ target }) => target.triple), [Deno.build.target]);
      assertEquals(readBuildWords(["--output", "/srv/other"], "/srv/dist")[0]?.output.endsWith("other"), true);
      assertEquals(readBuildWords(["--all"], "/srv/dist").map(({ target }) => target), TARGETS);
      for (const words of [["--output"], ["--all", "--all"], ["kettle"], ["--output", "a", "b"]]) {
        assertThrows(() => readBuildWords(words, "/srv/dist"), Error, "usage: ");
      }
      Deno.env.set("DENORT_BIN", "/srv/denort");
      assertThrows(() => readBuildWords(["--all"], "/srv/dist"), Error, "DENORT_BIN");
    } finally {
      if (given === undefined) Deno.env.delete("DENORT_BIN");
      else Deno.env.set("DENORT_BIN", given);
    }
  },
});

Deno.test("installRoot() is where Deno installs", { ignore: Deno.build.os === "windows" || !canUseDisk }, () => {
  assertEquals(installRoot((name) => ({ HOME: "/home/mira" })[name]), "/home/mira/.deno");
  assertEquals(
    installRoot((name) => ({ HOME: "/home/mira", DENO_INSTALL_ROOT: "/srv/deno" })[name]),
    "/srv/deno",
  );
  assertThrows(() => installRoot(() => undefined), Error, "--root DIR");
});

Deno.test({
  name: "remarks() tells what is not on PATH, and does not count on what npx puts there",
  ignore: !canUseDisk || Deno.build.os === "windows",
  async fn() {
    await withTemporaryDirectory((directory) => {
      const npx = `${directory}/_npx/1/node_modules/.bin`;
      const bin = `${directory}/bin`;
      for (const place of [npx, bin]) {
        Deno.mkdirSync(place, { recursive: true });
        Deno.writeTextFileSync(`${place}/deno`, "");
      }
      assertEquals(remarks(directory, `/nowhere:${bin}`), []);
      assertEquals(remarks(directory, `${npx}:/nowhere`).map((remark) => remark.slice(0, 10)), [
        `put "${directory}/bin" on PATH`.slice(0, 10),
        'put "deno" on PATH'.slice(0, 10),
      ]);
    });
  },
});

Deno.test({
  name: "readWords() takes --root and --extractor, and refuses the rest",
  ignore: !canUseDisk,
  fn() {
    const deno = Deno.execPath();
    assertEquals(readWords([]), {});
    assertEquals(readWords(["--root", "/srv/kettle"]), { root: "/srv/kettle" });
    assertEquals(readWords(["--extractor", deno, "--root", "/srv"]), { extractor: deno, root: "/srv" });
    for (const words of [["--root"], ["--extractor"], ["--all", "x"], ["x"], ["--root", "/a", "b"]]) {
      assertThrows(() => readWords(words), Error, "usage: deno task install");
    }
    assertThrows(() => readWords(["--extractor", "/no/such/program"]), Error, 'no program is at "/no/such/program"');
  },
});
