import { assert, assertEquals, assertStrictEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { InputError } from "../../lib/errors.ts";
import { disk } from "../../lib/io/disk.ts";
import { canUseDisk, diskTest, withTemporaryDirectory } from "../../tests/disk_test_support.ts";
import { applySettingsEdit, installHooks, type SettingsDisk, uninstallHooks } from "./settings.ts";

const FIXTURES = new URL("../../fixtures/claude/settings/", import.meta.url);
const OPTIONS = { program: ["/home/mira/.local/bin/imprint-hook"] } as const;

/** What installing leaves behind for ever: entries that were ours before are not put back. */
const NOT_RESTORED = ["another_form", "old_path"];
const ROUND_TRIPS = [
  "bom",
  "comments",
  "compound",
  "crlf",
  "empty",
  "empty_object",
  "null_arrays",
  "one_line",
  "other_hooks_on_stop",
  "sentence",
  "tabs",
  ...NOT_RESTORED,
];

const files: SettingsDisk = {
  ...disk,
  replace(path, bytes, options) {
    disk.replace(path, bytes);
    if (typeof options?.mode === "number") Deno.chmodSync(path, options.mode);
  },
};

function fixture(name: string, file: "before" | "installed" | "uninstalled"): string {
  const bytes = Deno.readFileSync(new URL(`${name}/${file}.json`, FIXTURES));
  return new TextDecoder("utf-8", { ignoreBOM: true, fatal: true }).decode(bytes);
}

function read(path: string): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Deno.readFileSync(path));
}

function install(path: string) {
  return applySettingsEdit(files, path, (text) => installHooks(text, OPTIONS).text);
}

function uninstall(path: string) {
  return applySettingsEdit(files, path, (text) => uninstallHooks(text).text);
}

function namesIn(directory: string | URL): readonly string[] {
  return Array.from(Deno.readDirSync(directory), ({ name }) => name).sort();
}

diskTest("fixtures/claude/settings are all tested when the disk can be read", () => {
  assertEquals(
    namesIn(FIXTURES).filter((name) => name !== "README.md"),
    [...ROUND_TRIPS, "not_json"].sort(),
  );
});

for (const name of ROUND_TRIPS) {
  diskTest(`installHooks() and uninstallHooks() round-trip when the settings file is "${name}"`, async () => {
    await withTemporaryDirectory((directory) => {
      const path = `${directory}/settings.json`;
      Deno.writeTextFileSync(path, fixture(name, "before"));
      assertEquals(install(path), { path, outcome: "written" });
      assertStrictEquals(read(path), fixture(name, "installed"));
      assertEquals(install(path), { path, outcome: "unchanged" });
      assertEquals(uninstall(path), { path, outcome: "written" });
      assertStrictEquals(read(path), fixture(name, NOT_RESTORED.includes(name) ? "uninstalled" : "before"));
      assertEquals(uninstall(path), { path, outcome: "unchanged" });
      assertEquals(namesIn(directory), ["settings.json"]);
    });
  });
}

diskTest("applySettingsEdit() makes and removes file and directory when there was none", async () => {
  await withTemporaryDirectory((directory) => {
    const path = `${directory}/kettle/.claude/settings.local.json`;
    Deno.mkdirSync(`${directory}/kettle`);
    assertEquals(install(path), { path, outcome: "created" });
    assertEquals(JSON.parse(read(path)).hooks.Stop[0].hooks[0].args, ["claude", "stop"]);
    assertEquals(uninstall(path), { path, outcome: "removed" });
    assertEquals(namesIn(`${directory}/kettle`), []);
  });
});

diskTest("applySettingsEdit() keeps the directory when something else is in it", async () => {
  await withTemporaryDirectory((directory) => {
    const path = `${directory}/.claude/settings.json`;
    install(path);
    Deno.writeTextFileSync(`${directory}/.claude/CLAUDE.md`, "be brief\n");
    uninstall(path);
    assertEquals(namesIn(`${directory}/.claude`), ["CLAUDE.md"]);
  });
});

diskTest("applySettingsEdit() leaves the file alone and names the line when it is not JSON", async () => {
  await withTemporaryDirectory((directory) => {
    const path = `${directory}/settings.json`;
    Deno.writeTextFileSync(path, fixture("not_json", "before"));
    for (const edit of [install, uninstall]) {
      const error = assertThrows(
        () => edit(path),
        InputError,
        `cannot edit "${path}": line 5, column 65: a comma is missing`,
      );
      assertStringIncludes(error.message, "nothing was changed");
      assertStrictEquals(read(path), fixture("not_json", "before"));
    }
  });
});

diskTest("applySettingsEdit() leaves the file alone when it is not UTF-8", async () => {
  await withTemporaryDirectory((directory) => {
    const path = `${directory}/settings.json`;
    const bytes = Uint8Array.from('{"model":"\u00e4"}', (character) => character.charCodeAt(0));
    Deno.writeFileSync(path, bytes);
    assertThrows(() => install(path), InputError, "it is not UTF-8");
    assertEquals(Deno.readFileSync(path), bytes);
  });
});

Deno.test({
  name: "applySettingsEdit() keeps the mode when it writes",
  ignore: !canUseDisk || Deno.build.os === "windows",
  fn: () =>
    withTemporaryDirectory((directory) => {
      for (const mode of [0o644, 0o600, 0o664]) {
        const path = `${directory}/${mode}.json`;
        Deno.writeTextFileSync(path, "{}\n");
        Deno.chmodSync(path, mode);
        install(path);
        assertStrictEquals((Deno.statSync(path).mode ?? 0) & 0o7777, mode);
        uninstall(path);
        assertStrictEquals((Deno.statSync(path).mode ?? 0) & 0o7777, mode);
      }
    }),
});

Deno.test({
  name: "applySettingsEdit() refuses and says so when the file is read-only",
  ignore: !canUseDisk || Deno.build.os === "windows",
  fn: () =>
    withTemporaryDirectory((directory) => {
      const path = `${directory}/settings.json`;
      Deno.writeTextFileSync(path, fixture("tabs", "before"));
      Deno.chmodSync(path, 0o444);
      assertThrows(() => install(path), InputError, `cannot edit "${path}": it is read-only`);
      assertStrictEquals(read(path), fixture("tabs", "before"));
      assertStrictEquals((Deno.statSync(path).mode ?? 0) & 0o7777, 0o444);
    }),
});

Deno.test({
  name: "applySettingsEdit() follows and keeps the link when the file is a symlink",
  ignore: !canUseDisk || Deno.build.os === "windows",
  fn: () =>
    withTemporaryDirectory((directory) => {
      const target = `${directory}/dotfiles/claude.json`;
      const path = `${directory}/settings.json`;
      Deno.mkdirSync(`${directory}/dotfiles`);
      Deno.writeTextFileSync(target, fixture("comments", "before"));
      Deno.symlinkSync("dotfiles/claude.json", path);
      assertEquals(install(path), { path: target, outcome: "written" });
      assertStrictEquals(read(target), fixture("comments", "installed"));
      uninstall(path);
      assertStrictEquals(read(target), fixture("comments", "before"));
      assertStrictEquals(Deno.readLinkSync(path), "dotfiles/claude.json");
      assertEquals(namesIn(`${directory}/dotfiles`), ["claude.json"]);
    }),
});

Deno.test({
  name: "applySettingsEdit() keeps an empty object when the file it made was put behind a symlink",
  ignore: !canUseDisk || Deno.build.os === "windows",
  fn: () =>
    withTemporaryDirectory((directory) => {
      const path = `${directory}/settings.json`;
      install(path);
      Deno.renameSync(path, `${directory}/moved.json`);
      Deno.symlinkSync("moved.json", path);
      assertEquals(uninstall(path), { path: `${directory}/moved.json`, outcome: "written" });
      assertStrictEquals(read(path), "{}\n");
    }),
});

Deno.test({
  name: "applySettingsEdit() says what is wrong when a symlink leads nowhere or a directory is in the way",
  ignore: !canUseDisk || Deno.build.os === "windows",
  fn: () =>
    withTemporaryDirectory((directory) => {
      Deno.symlinkSync("gone.json", `${directory}/link.json`);
      assertThrows(() => install(`${directory}/link.json`), InputError, "symlink to a file that does not exist");
      Deno.mkdirSync(`${directory}/settings.json`);
      assertThrows(() => install(`${directory}/settings.json`), InputError, "it is a directory");
      assertEquals(namesIn(directory), ["link.json", "settings.json"]);
    }),
});

diskTest("applySettingsEdit() says what is wrong when the directory can't be made or written", async () => {
  await withTemporaryDirectory((directory) => {
    // A file where the directory should be: true for root as well, whom no mode keeps out.
    Deno.writeTextFileSync(`${directory}/.claude`, "");
    const error = assertThrows(() => install(`${directory}/.claude/settings.json`), InputError, "cannot write");
    assertStringIncludes(error.message, "check that its directory is writable");
    assertStrictEquals(read(`${directory}/.claude`), "");
  });
});

Deno.test({
  name: "applySettingsEdit() leaves the file alone when its directory is not writable",
  ignore: !canUseDisk || Deno.build.os === "windows" || Deno.uid() === 0,
  fn: () =>
    withTemporaryDirectory((directory) => {
      const path = `${directory}/locked/settings.json`;
      Deno.mkdirSync(`${directory}/locked`);
      Deno.writeTextFileSync(path, "{}\n");
      Deno.chmodSync(`${directory}/locked`, 0o555);
      try {
        assertThrows(() => install(path), InputError, `cannot write "${path}"`);
        assertStrictEquals(read(path), "{}\n");
        assertEquals(namesIn(`${directory}/locked`), ["settings.json"]);
      } finally {
        Deno.chmodSync(`${directory}/locked`, 0o755);
      }
    }),
});

diskTest("applySettingsEdit() writes nothing when the client wrote the file meanwhile", async () => {
  await withTemporaryDirectory((directory) => {
    const path = `${directory}/settings.json`;
    Deno.writeTextFileSync(path, "{}\n");
    const theirs = '{"permissions":{"allow":["Bash(make:*)"]}}\n';
    const edit = (text: string | undefined) => {
      Deno.writeTextFileSync(path, theirs);
      return installHooks(text, OPTIONS).text;
    };
    assertThrows(() => applySettingsEdit(files, path, edit), InputError, "it changed while it was being edited");
    assertStrictEquals(read(path), theirs);
    Deno.removeSync(path);
    assertThrows(() => applySettingsEdit(files, path, edit), InputError, "it changed while it was being edited");
    assert(read(path) === theirs);
  });
});
