import { assertEquals } from "@std/assert";
import { mountsFromWslConf, parseAutomount } from "./wsl_conf.ts";

const rows = [
  ["", true, "/mnt/", "there is no file"],
  ["[automount]\nroot = /windir/\n", true, "/windir/", "a root is set"],
  ["[automount]\r\nroot=windir\r\n", true, "/windir/", "its slashes are missing"],
  ["[automount]\nroot =\n", true, "/", "the root is empty"],
  ["[automount]\nroot = /\n", true, "/", "drives lie at the root"],
  ['[automount]\nroot = "/my drives" # all\n', true, "/my drives/", "the value is quoted"],
  ["[automount]\nroot = /a # b\n", true, "/a/", "a comment follows"],
  ["[automount]\n# enabled = false\n", true, "/mnt/", "the line is a comment"],
  ["[ AutoMount ]\nEnabled = FALSE\n", false, "/mnt/", "case differs"],
  ["[automount]\nenabled=0\nenabled = true\n", true, "/mnt/", "the last line holds"],
  ["[automount]\nenabled = perhaps\n", true, "/mnt/", "the value is none"],
  ["[interop]\nenabled = false\nroot = /x\n", true, "/mnt/", "the keys are another section's"],
  ["[automount]\n[boot]\nroot = /x", true, "/mnt/", "another section has begun"],
  ["enabled = false", true, "/mnt/", "no section has begun"],
] as const;

for (const [text, enabled, root, when] of rows) {
  Deno.test(`parseAutomount() gives ${enabled ? root : "off"} when ${when}`, () => {
    assertEquals(parseAutomount(text), { enabled, root });
  });
}

Deno.test("mountsFromWslConf() gives every drive or none when automount is on or off", () => {
  const mounts = mountsFromWslConf("[automount]\nroot = /");
  assertEquals(mounts.length, 26);
  assertEquals(mounts[2], { src: "C:\\", at: "/c" });
  assertEquals(mountsFromWslConf("[automount]\nenabled = false"), []);
});
