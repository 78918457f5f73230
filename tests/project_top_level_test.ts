import { assert, assertEquals } from "@std/assert";
import { canAskGit, projectFiles, projectText, trackedFiles } from "./project_files_test_support.ts";

/** The top level that the design lists (section 7). */
const REQUIRED = ["README.md", "deno.json", "deno.lock", "fixtures", "hooks", "lib", "main.ts", "scripts", "tests"];
/** What it allows beside; names that begin with a dot as well. */
const ALLOWED = ["CHANGELOG.md", "LICENSE", "SECURITY.md", "deno.jsr.json"];

/** The packages the project was asked to use, by the names of `deno.json`. */
const PACKAGES: Readonly<Record<string, () => Promise<object>>> = {
  "@std/path": () => import("@std/path"),
  "@std/fs": () => import("@std/fs"),
  "@std/jsonc": () => import("@std/jsonc"),
  "@std/assert": () => import("@std/assert"),
  "zod": () => import("zod"),
  "@zip-js/zip-js": () => import("@zip-js/zip-js"),
};

const SELF = "tests/project_top_level_test.ts";

function topLevel(paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => path.split("/", 1)[0] ?? ""))].sort();
}

Deno.test({
  name: "the tracked top level holds nothing that the design does not list",
  ignore: !canAskGit,
  fn() {
    const strangers = topLevel(trackedFiles())
      .filter((name) => !REQUIRED.includes(name) && !ALLOWED.includes(name) && !name.startsWith("."));
    assertEquals(strangers, []);
  },
});

Deno.test({
  name: "the top level holds everything that the design lists",
  ignore: !canAskGit,
  fn() {
    const present = topLevel(projectFiles());
    assertEquals([...REQUIRED, ...ALLOWED].filter((name) => !present.includes(name)), []);
  },
});

for (const [name, load] of Object.entries(PACKAGES)) {
  Deno.test({
    name: `the package name ${name} is imported somewhere`,
    ignore: !canAskGit,
    fn() {
      const users = projectFiles().filter((path) =>
        path.endsWith(".ts") && path !== SELF && importsName(projectText(path), name)
      );
      assert(users.length > 0, `no file imports "${name}"`);
    },
  });

  Deno.test(`the package name ${name} resolves`, async () => {
    assert(import.meta.resolve(name).length > 0);
    assert(Object.keys(await load()).length > 0);
  });
}

/** True for a static or dynamic import of the package or of a module in it. */
function importsName(source: string, name: string): boolean {
  return new RegExp(`^(?:import|export)\\b[^;]*\\sfrom "${name}[/"]|import\\("${name}[/"]`, "m").test(source);
}
