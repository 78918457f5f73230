import { assertEquals } from "@std/assert";
import type { Environment } from "../types.ts";
import type { Identity, UnknownReason } from "./identity.ts";
import { parsePath, recordPath } from "./parse.ts";
import { LINUX, MAC, TABLES as mounts, WINDOWS, wsl } from "./paths_test_support.ts";

type Expected = Identity | UnknownReason;

const drive = (letter: string, ...segments: string[]): Identity => ({ kind: "drive", drive: letter, segments });
const unc = (host: string, share: string, ...segments: string[]): Identity => ({ kind: "unc", host, share, segments });
const inDistro = (distro: string, ...segments: string[]): Identity => ({ kind: "wsl", distro, segments });
const posix = (...segments: string[]): Identity => ({ kind: "posix", segments });
const mac = (...segments: string[]): Identity => ({ kind: "mac", segments });

function table(environment: Environment, rows: readonly (readonly [text: string, expected: Expected, when: string])[]) {
  const place = environment.os === "wsl" ? `WSL ${environment.distro}` : environment.os;
  for (const [text, expected, when] of rows) {
    const outcome = typeof expected === "string" ? `says ${expected}` : `gives ${expected.kind}`;
    Deno.test(`parsePath() ${outcome} for ${JSON.stringify(text.slice(0, 200))} on ${place} when ${when}`, () => {
      const wanted = typeof expected === "string" ? { kind: "unknown", reason: expected } : expected;
      assertEquals<unknown>(parsePath(text, { environment, mounts }), wanted);
    });
  }
}

table(LINUX, [
  ["/", posix(), "it is the root"],
  ["/srv/kettle/", posix("srv", "kettle"), "a slash ends it"],
  [`/${"a/".repeat(200_000)}`, "too-long", "no system could reach it"],
  [`/${"a/".repeat(256)}`, posix(...Array.from({ length: 256 }, () => "a")), "it is as deep as it may be"],
  [`file:///${"a/".repeat(257)}`, "too-long", "nobody works so deep"],
  ["//srv//kettle", posix("srv", "kettle"), "slashes are doubled, which Linux ignores"],
  ["/srv/a\\b", posix("srv", "a\\b"), "a name holds a backslash"],
  ["/srv/NUL", posix("srv", "NUL"), "a name is a device elsewhere"],
  ["/srv/kettle. ", posix("srv", "kettle. "), "a name ends in what Windows would drop"],
  ["/mnt/c/kettle", posix("mnt", "c", "kettle"), "it only looks like WSL"],
  ["/srv/~", posix("srv", "~"), "the tilde is a name"],
  ["C:\\Users\\J\ufffdrg", "damaged-text", "a legacy code page"],
  ["/srv/kettle\n", "stray-whitespace", "a line end was not trimmed"],
  ["/srv/kettle\n/", "stray-whitespace", "a slash hides the line end"],
  ["\t/srv", "stray-whitespace", "a tab comes first"],
  ["\ufeff/srv", "stray-whitespace", "a byte order mark comes first"],
  ["/srv\0/x", "empty-or-nul", "it holds a NUL"],
  ["~mira/kettle", "tilde", "a shell should have expanded it"],
  ["kettle", "relative", "there is no root"],
  ["C:\\kettle", "foreign-windows-path", "it was made on Windows"],
  ["c:kettle", "foreign-windows-path", "it was made on Windows and is relative"],
  ["\\\\pantry\\jam", "foreign-windows-path", "it is a share"],
  ["/c:/kettle", "foreign-windows-path", "it is the path of a Windows URI"],
  ["/c%3A/kettle", "foreign-windows-path", "it is the raw path of a Windows URI"],
  ["/x/../C:/kettle", "foreign-windows-path", "dots hide the drive"],
  ["/srv/resources/D:\\kettle", "embedded-windows-path", "a Windows path was joined to it"],
  ["/srv/\\\\pantry\\jam", "embedded-windows-path", "a share was joined to it"],
  ["file:///srv/kettle%20two", posix("srv", "kettle two"), "it is a URI"],
  ["FILE:/srv/kettle", posix("srv", "kettle"), "the URI has no authority"],
  ["file://localhost/srv", posix("srv"), "the URI names this machine"],
  ["file:///srv/a?b", "bad-uri", "a question mark is not encoded"],
  ["file:///srv/%zz", "bad-uri", "the encoding is broken"],
  ["file:///srv/%ff", "bad-uri", "the encoding is not UTF-8"],
  ["file:///srv/%00", "empty-or-nul", "a NUL is encoded"],
  ["file:srv", "bad-uri", "the URI is relative"],
  ["file://pantry/jam", "foreign-remote", "the URI names another machine"],
  ["file:///C:/kettle", "foreign-windows-path", "the URI was made on Windows"],
  ["vscode-remote://wsl+Kettle/srv", "foreign-remote", "no WSL is here"],
  ["https://example.org/srv", "foreign-remote", "it is no file"],
  ["vscode-vfs://github/mira/kettle", "foreign-remote", "the folder is virtual"],
]);

table(MAC, [
  ["/Users/Mira/Kettle", mac("Users", "Mira", "Kettle"), "case is kept"],
  ["/private/var/x", mac("private", "var", "x"), "the alias is kept for showing"],
  ["/Users/mira/../x", mac("Users", "x"), "dots are resolved"],
  ["C:\\kettle", "foreign-windows-path", "it was made on Windows"],
  ["file:///Users/mira/caf%C3%A9", mac("Users", "mira", "café"), "it is a URI"],
]);

table(WINDOWS, [
  ["c:\\", drive("C"), "it is a root"],
  ["C:\\\\Users\\\\mira", drive("C", "Users", "mira"), "backslashes were escaped twice"],
  ["C:\\a\\..\\..\\b", drive("C", "b"), "dots pass the root"],
  ["C:\\...\\b", "bad-win-name", "a name is only dots, which Windows reads in two ways"],
  ["C:\\.. \\b", "bad-win-name", "a space follows the dots"],
  ["C:\\a\\ \\b", "bad-win-name", "a name is only a space"],
  ["C:\\ a", drive("C", " a"), "a name begins with a space"],
  ["C:\\a:b", "bad-win-name", "it names a stream"],
  ["C:\\a\tb", "bad-win-name", "a name holds a control character"],
  ["C:\\con .txt", "bad-win-name", "a device has a space before its extension"],
  ["C:\\COM\u00b2", "bad-win-name", "a device has a superscript digit"],
  ["C:\\COM10\\CONSOLE\\nul2", drive("C", "COM10", "CONSOLE", "nul2"), "names only begin like devices"],
  ["\\\\?\\C:\\NUL", drive("C", "NUL"), "the prefix takes names literally"],
  ["\\\\?\\C:\\a. \\b", drive("C", "a. ", "b"), "the prefix keeps dots and spaces"],
  ["\\\\?\\C:\\a/b", "bad-win-name", "the prefix makes / a character"],
  ["\\\\?\\C:", "device-path", "it is the volume, not its root"],
  ["\\??\\C:\\a", drive("C", "a"), "it is an NT object path"],
  ["//?/C:/a/./b.", drive("C", "a", "b"), "forward slashes switch the literal prefix off"],
  ["//./UNC/pantry/jam/x", unc("pantry", "jam", "x"), "a device path names a share"],
  ["\\\\?\\GLOBALROOT\\Device", "device-path", "it is a device"],
  ["\\\\.\\pipe\\kettle", "device-path", "it is a pipe"],
  ["\\\\?", "bad-win-name", "the prefix is cut off"],
  ["\\\\pantry", "unc-without-share", "no share is named"],
  ["\\\\\\\\pantry\\\\jam\\\\x", unc("pantry", "jam", "x"), "a share's backslashes were escaped twice"],
  ["\\\\pantry\\jam\\..\\..\\x", unc("pantry", "jam", "x"), "dots pass the share"],
  ["\\\\pantry\\C$\\x", unc("pantry", "C$", "x"), "it is an administrative share"],
  ["\\\\pan*ry\\jam", "bad-win-name", "the host is no name"],
  ["\\\\wsl\\Kettle\\srv", unc("wsl", "Kettle", "srv"), "the host is a machine called wsl"],
  ["\\\\WSL.LocalHost\\KETTLE\\srv\\", inDistro("Kettle", "srv"), "case differs from the profile"],
  ["\\\\wsl$\\Kettle\\srv\\nul\\aux.d", inDistro("Kettle", "srv", "nul", "aux.d"), "Linux has no device names"],
  ["\\\\wsl$\\Kettle\\a\tb\uf03a", inDistro("Kettle", "a\tb:"), "the share escapes a colon and leaves the tab"],
  ["\\\\wsl$\\Kettle\\a*b", "bad-win-name", "the share would have escaped it"],
  ["\\\\wsl$\\Kettle\\mnt\\c\\a\uf03ab", drive("C", "a\uf03ab"), "the escape is the name on the drive"],
  ["\\\\wsl$\\Kettle\\C\uf03a\\x", "embedded-windows-path", "a Linux name is a drive"],
  [
    "\\\\wsl$\\Urn\\mnt\\c\\scratch\\x",
    inDistro("Urn", "mnt", "c", "scratch", "x"),
    "something covers the drive there",
  ],
  ["\\\\wsl$\\Urn\\mnt\\g\\x", "unmapped-mount", "the mount's source is not known"],
  ["\\\\wsl$\\Unregistered\\srv", "unknown-distro", "no profile has it"],
  ["D:\\mnt\\c\\Users", "suspect-c-mnt", "the current drive was put before a WSL path"],
  ["C:\\mnt\\cc", drive("C", "mnt", "cc"), "no drive follows mnt"],
  ["\\\\?\\C:\\mnt\\c\\x", drive("C", "mnt", "c", "x"), "the prefix says that it exists"],
  ["/c", drive("C"), "Git Bash is at a drive's root"],
  ["/c/../d/x", drive("D", "x"), "Git Bash dots lead to another drive"],
  ["/c\\Users/mira", drive("C", "Users", "mira"), "separators are mixed"],
  ["/c/con", "bad-win-name", "Git Bash names a device"],
  ["/cygdrive/C/x", drive("C", "x"), "it is Cygwin's"],
  ["/cygdrive/x", drive("X"), "it is a drive's root in Cygwin"],
  ["/c%3A/My%20Kettle", drive("C", "My Kettle"), "a raw URI path is decoded as a whole"],
  ["/c%3A/%zz", "bad-uri", "a raw URI path is broken"],
  ["file:///c%3A/Users/a%2Fb", drive("C", "Users", "a", "b"), "a slash is encoded"],
  ["file://C:/kettle", drive("C", "kettle"), "a slash is missing"],
  ["file://pantry/jam/a%20b", unc("pantry", "jam", "a b"), "the authority is a host"],
  ["file://mira@pantry/jam", "foreign-remote", "the authority holds a user"],
  ["vscode-remote://wsl%2Bkettle/srv/a%20b", inDistro("Kettle", "srv", "a b"), "VS Code encoded it"],
  ["vscode-remote://WSL+Urn/work/x", drive("C", "Users", "mira", "src", "x"), "a mounted folder is below it"],
  ["vscode-remote://wsl+default/srv", "unknown-distro", "the distribution is not named"],
  ["vscode-remote://tunnel+x/srv", "foreign-remote", "it is another machine"],
  ["kettle\\src", "relative", "there is no root"],
  [".", "relative", "it is the current directory"],
]);

table(wsl("kettle"), [
  ["/home/mira/kettle", inDistro("Kettle", "home", "mira", "kettle"), "the profile spells the name in another case"],
  ["/mnt/c/Users/a:b/c.", drive("C", "Users", "a\uf03ab", "c."), "drvfs escapes the colon and keeps the dot"],
  ["/mnt/c/aux", drive("C", "aux"), "drvfs has no device names"],
  ["/mnt/c/../d/x", drive("D", "x"), "dots lead to another mount"],
  ["/mnt/c/tab\tbed", drive("C", "tab\uf009bed"), "NTFS can't have a tab"],
  ["/mnt", inDistro("Kettle", "mnt"), "it is above the mounts"],
  ["/mnt/C", inDistro("Kettle", "mnt", "C"), "mount points tell case"],
  ["C:\\Users\\mira", drive("C", "Users", "mira"), "a Windows program handed it over"],
  ["\\\\pantry\\jam\\x", unc("pantry", "jam", "x"), "a Windows program handed a share over"],
  ["//pantry/jam/x", inDistro("Kettle", "pantry", "jam", "x"), "Linux reads two slashes as one"],
  ["//wsl.localhost/Teapot-2/c/x", drive("C", "x"), "it is in another distribution's mount"],
  ["/c%3A/x", drive("C", "x"), "VS Code's server left it encoded"],
  ["/mnt/c/resources/D:\\P", "embedded-windows-path", "the app joined its own folder and a Windows path"],
  ["\\srv", "relative", "a backslash is no root on Linux"],
  ["file:///home/mira", inDistro("Kettle", "home", "mira"), "it is a URI"],
  ["file:///c:/x", drive("C", "x"), "it is a URI of Windows"],
]);

table(wsl("Urn"), [
  ["/mnt/jam/x", unc("pantry", "jam", "x"), "a share is mounted"],
  ["/mnt/g", "unmapped-mount", "the mount's source is not known"],
]);

table(wsl("Unregistered"), [
  ["/mnt/e/x", drive("E", "x"), "WSL's default mounts are taken without a profile"],
  ["/home/mira", inDistro("Unregistered", "home", "mira"), "the environment vouches for its own name"],
]);

table(wsl(""), [["/home/mira", inDistro("", "home", "mira"), "WSL does not say its name"]]);

Deno.test("recordPath() keeps text and environment beside the place when it has none", () => {
  assertEquals(recordPath("x", { environment: LINUX }), {
    text: "x",
    environment: LINUX,
    place: { kind: "unknown", reason: "relative" },
  });
});

Deno.test("parsePath() stays linear when a text is made to hurt", () => {
  for (const unit of [".", " ", "/", "\\", "a.", "%3", "\n", "C:", "~", ". ", "\\\\?\\", "/c%3A"]) {
    const text = unit.repeat(30_000);
    for (const environment of [LINUX, WINDOWS, wsl("Kettle")]) {
      for (const prefix of ["", "/", "C:\\", "\\\\wsl$\\Kettle\\", "file:///"]) {
        parsePath(prefix + text, { environment, mounts });
      }
    }
  }
});
