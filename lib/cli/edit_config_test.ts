import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { diskTest, withTemporaryDirectory } from "../../tests/disk_test_support.ts";
import { InputError } from "../errors.ts";
import { disk } from "../io/disk.ts";
import type { Config } from "../ownership/mod.ts";
import type { Change } from "./config_edit/jsonc_edit.ts";
import { type ConfigPlace, editConfig } from "./edit_config.ts";

const addWorkspace = (name: string) => (_: Config): readonly Change[] => [
  { type: "set", path: ["workspaces", name], value: {} },
];

function placeIn(directory: string): ConfigPlace {
  return { files: disk, homes: { config: directory, configFile: `${directory}/config.jsonc` } };
}

/** Registers a test on a configuration with the given text; undefined: without a file. */
function configTest(
  name: string,
  text: string | Uint8Array | undefined,
  fn: (at: { readonly place: ConfigPlace; readonly path: string; readonly root: string }) => Promise<void>,
  needs: "any" | "posix" = "any",
): void {
  if (needs === "posix" && Deno.build.os === "windows") {
    Deno.test({ name: `${name} (ignored: needs links and permission bits)`, ignore: true, fn: () => {} });
    return;
  }
  diskTest(name, () =>
    withTemporaryDirectory(async (root) => {
      const place = placeIn(`${root}/a/b`);
      const path = place.homes.configFile;
      if (text !== undefined) {
        Deno.mkdirSync(`${root}/a/b`, { recursive: true });
        Deno.writeFileSync(path, typeof text === "string" ? new TextEncoder().encode(text) : text);
      }
      await fn({ place, path, root });
    }));
}

const modeOf = (path: string) => (Deno.statSync(path).mode ?? 0) & 0o777;

configTest(
  "editConfig() makes a missing file private, its directories too",
  undefined,
  async ({ place, path, root }) => {
    const { outcome, config } = await editConfig(place, addWorkspace("research"));
    assertEquals(outcome, "created");
    assertEquals(config.workspaces.map(({ name }) => name), ["default", "research"]);
    assertEquals(
      Deno.readTextFileSync(path),
      '{\n  "version": 1,\n  "workspaces": {\n    "research": {}\n  }\n}\n',
    );
    if (Deno.build.os === "windows") return;
    assertEquals([modeOf(path), modeOf(`${root}/a/b`), modeOf(`${root}/a`)], [0o600, 0o700, 0o700]);
  },
);

configTest("editConfig() writes nothing when nothing is to be changed", undefined, async ({ place, path }) => {
  const { outcome } = await editConfig(place, () => []);
  assertEquals(outcome, "unchanged");
  assertEquals(disk.stat(path), undefined);
});

const WINDOWS_TEXT = '\ufeff{\r\n\t// mine\r\n\t"version": 1, // the only one\r\n}\r\n';

configTest("editConfig() keeps byte-order mark, CR LF, tabs, comments and trailing comma", WINDOWS_TEXT, async (at) => {
  await editConfig(at.place, () => [{ type: "append", path: ["exclude"], value: "**/clients/**" }]);
  const bytes = Deno.readFileSync(at.path);
  assertEquals(
    new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes),
    '\ufeff{\r\n\t// mine\r\n\t"version": 1, // the only one\r\n\t"exclude": ["**/clients/**"],\r\n}\r\n',
  );
});

const BROKEN: readonly (readonly [name: string, text: string | Uint8Array, told: string])[] = [
  ["a comma is missing", '{\n  "version": 1\n  "active": "default"\n}\n', "line 3, column 3: a comma is missing"],
  ["it is empty", "", "it is empty"],
  ["it is a list", "[]", "it holds no object"],
  ["it is not UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), "it is not UTF-8"],
  ["a key is unknown", '{ "root": [] }', "root: found an unknown key"],
  ["the active workspace is missing", '{ "active": "gone" }', 'active: found "gone"'],
];

for (const [name, text, told] of BROKEN) {
  configTest(`editConfig() never overwrites a file when ${name}`, text, async ({ place, path }) => {
    const before = Deno.readFileSync(path);
    const error = await assertRejects(() => editConfig(place, addWorkspace("research")), InputError);
    assertStringIncludes(error.message, told);
    assertStringIncludes(error.message, "nothing was changed");
    assertEquals(Deno.readFileSync(path), before);
  });
}

configTest("editConfig() refuses what would not be usable afterwards", '{ "version": 1 }', async ({ place, path }) => {
  const error = await assertRejects(
    () => editConfig(place, () => [{ type: "set", path: ["active"], value: "gone" }]),
    InputError,
  );
  assertStringIncludes(error.message, 'it would not be usable: active: found "gone"');
  assertEquals(Deno.readTextFileSync(path), '{ "version": 1 }');
});

configTest("editConfig() writes nothing when the check refuses", '{ "version": 1 }', async ({ place, path }) => {
  const refuse = ({ before, after }: { readonly before: Config; readonly after: Config }) => {
    assertEquals([before.workspaces.length, after.workspaces.length], [1, 2]);
    throw new InputError("refused");
  };
  await assertRejects(() => editConfig(place, addWorkspace("research"), refuse), InputError, "refused");
  assertEquals(Deno.readTextFileSync(path), '{ "version": 1 }');
});

configTest("editConfig() follows a symbolic link, and the link stays", '{ "version": 1 }', async (at) => {
  const real = `${at.root}/dotfiles.jsonc`;
  Deno.renameSync(at.path, real);
  Deno.symlinkSync(real, at.path);
  await editConfig(at.place, addWorkspace("research"));
  assertEquals(Deno.lstatSync(at.path).isSymlink, true);
  assertStringIncludes(Deno.readTextFileSync(real), '"research": {}');
}, "posix");

configTest(
  "editConfig() refuses a link to nothing, a read-only file and a directory",
  '{ "version": 1 }',
  async (at) => {
    const told = async () => (await assertRejects(() => editConfig(at.place, addWorkspace("x")), InputError)).message;
    Deno.chmodSync(at.path, 0o444);
    assertStringIncludes(await told(), "it is read-only");
    Deno.removeSync(at.path);
    Deno.symlinkSync(`${at.root}/nowhere`, at.path);
    assertStringIncludes(await told(), "a symbolic link to a file that does not exist");
    Deno.removeSync(at.path);
    Deno.mkdirSync(at.path);
    assertStringIncludes(await told(), "it is no file");
  },
  "posix",
);

configTest("editConfig() plans anew when an editor writes in between", '{ "version": 1 }', async ({ place, path }) => {
  let plans = 0;
  await editConfig(place, (config) => {
    if (++plans === 1) Deno.writeTextFileSync(path, '{ "version": 1, "retainDays": 30 }');
    assertEquals(config.retainDays, plans === 1 ? null : 30);
    return [{ type: "set", path: ["workspaces", "research"], value: {} }];
  });
  assertEquals(plans, 2);
  assertEquals(JSON.parse(Deno.readTextFileSync(path)), { version: 1, retainDays: 30, workspaces: { research: {} } });
});

configTest("editConfig() gives up when the file never keeps still", '{ "version": 1 }', async ({ place, path }) => {
  let days = 0;
  const plan = (): readonly Change[] => {
    Deno.writeTextFileSync(path, `{ "version": 1, "retainDays": ${++days} }`);
    return [{ type: "set", path: ["workspaces", "research"], value: {} }];
  };
  const error = await assertRejects(() => editConfig(place, plan), InputError);
  assertStringIncludes(error.message, "it keeps changing");
  assertEquals(JSON.parse(Deno.readTextFileSync(path)), { version: 1, retainDays: days });
});

configTest("editConfig() loses nothing of twenty edits at once", undefined, async ({ place, path }) => {
  const names = Array.from({ length: 20 }, (_, n) => `w${String(n).padStart(2, "0")}`);
  await Promise.all(names.map((name) => editConfig(place, addWorkspace(name))));
  assertEquals(Object.keys(JSON.parse(Deno.readTextFileSync(path)).workspaces).sort(), names);
});

configTest("editConfig() says so when another program holds the lock", '{ "version": 1 }', async ({ place }) => {
  const busy: ConfigPlace = { ...place, files: { ...disk, lock: () => Promise.resolve(undefined) } };
  const error = await assertRejects(() => editConfig(busy, addWorkspace("research")), InputError);
  assertStringIncludes(error.message, "another program has been editing it");
});

configTest("editConfig() leaves the old file when the disk fails", '{ "version": 1 }', async ({ place, path }) => {
  const full: ConfigPlace = {
    ...place,
    files: {
      ...disk,
      replace: () => {
        throw new Error("No space left on device");
      },
    },
  };
  const error = await assertRejects(() => editConfig(full, addWorkspace("research")), InputError);
  assertStringIncludes(error.message, "No space left on device");
  assertEquals(Deno.readTextFileSync(path), '{ "version": 1 }');
});
