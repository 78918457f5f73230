import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { InputError } from "../../lib/errors.ts";
import type { FileStat } from "../../lib/io/files.ts";
import { applySettingsEdit, type SettingsDisk } from "./settings_apply.ts";

/** One file in memory; `fails` makes the named call fail as a disk would. */
function memory(path: string, content: string | undefined, fails?: "replace" | "readBytes" | "lstat") {
  const written: { text: string; mode: number | null | undefined }[] = [];
  const fail = (call: string) => {
    if (call === fails) throw new Error("Permission denied (os error 13)");
  };
  const stat: FileStat = {
    isFile: true,
    isDirectory: false,
    isSymlink: false,
    size: 0,
    mtime: 0,
    mode: null,
    uid: null,
    dev: 0,
    ino: null,
  };
  const files: SettingsDisk = {
    stat: (name) => name === path && content !== undefined ? stat : undefined,
    lstat: (name) => {
      fail("lstat");
      return name === path && content !== undefined ? stat : undefined;
    },
    realPath: (name) => name,
    list: () => undefined,
    readBytes: () => {
      fail("readBytes");
      return content === undefined ? undefined : new TextEncoder().encode(content);
    },
    makeDirectory: () => {},
    remove: () => {},
    replace: (_, bytes, options) => {
      fail("replace");
      written.push({ text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), mode: options?.mode });
    },
  };
  return { files, written };
}

const WINDOWS = "C:\\Users\\mira\\.claude\\settings.json";

Deno.test("applySettingsEdit() writes what the edit returns when the disk knows no modes", () => {
  const { files, written } = memory(WINDOWS, "\ufeff{}\r\n");
  const applied = applySettingsEdit(files, WINDOWS, (text) => `${text}//`);
  assertEquals(applied, { path: WINDOWS, outcome: "written" });
  assertEquals(written, [{ text: "\ufeff{}\r\n//", mode: null }]);
});

Deno.test("applySettingsEdit() writes nothing when the edit returns the text it got", () => {
  for (const content of ["{}", undefined]) {
    const { files, written } = memory(WINDOWS, content);
    assertStrictEquals(applySettingsEdit(files, WINDOWS, (text) => text).outcome, "unchanged");
    assertEquals(written, []);
  }
});

Deno.test("applySettingsEdit() names file, reason and way out when the disk refuses", () => {
  const reason = "Permission denied (os error 13); nothing was changed; check";
  const cases = [
    ["lstat", `cannot read "${WINDOWS}": ${reason} its permissions`],
    ["readBytes", `cannot read "${WINDOWS}": ${reason} its permissions`],
    ["replace", `cannot write "${WINDOWS}": ${reason} that its directory is writable`],
  ] as const;
  for (const [call, message] of cases) {
    const { files, written } = memory(WINDOWS, "{}", call);
    const error = assertThrows(() => applySettingsEdit(files, WINDOWS, () => "x"), InputError);
    assertStrictEquals(error.message, message);
    assertEquals(written, []);
  }
});

Deno.test("applySettingsEdit() shows control characters escaped when a path has them", () => {
  const path = "/srv/ket\x1b[2Jtle/settings.json";
  const { files } = memory(path, "{}", "replace");
  const error = assertThrows(() => applySettingsEdit(files, path, () => "x"), InputError);
  assertStrictEquals(error.message.includes("\x1b"), false);
});

Deno.test("applySettingsEdit() lets an error of the edit through when it is a bug", () => {
  const { files } = memory(WINDOWS, "{}");
  assertThrows(
    () =>
      applySettingsEdit(files, WINDOWS, () => {
        throw new TypeError("bug");
      }),
    TypeError,
    "bug",
  );
});
