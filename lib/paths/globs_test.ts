import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Environment } from "../types.ts";
import { compileGlob, globFault, matchesGlob } from "./globs.ts";
import { recordPath } from "./parse.ts";
import { anyEnvironment, anyText, LINUX, MAC, TABLES as mounts, WINDOWS, wsl } from "./paths_test_support.ts";

function excludes(pattern: string, text: string, environment: Environment): boolean {
  const glob = compileGlob(pattern);
  if (glob === undefined) throw new Error(`no glob: ${pattern}`);
  return matchesGlob(glob, recordPath(text, { environment, mounts }), mounts);
}

const rows: readonly (readonly [string, string, Environment, boolean, string])[] = [
  ["**/clients/**", "/srv/clients", LINUX, true, "it is the directory itself"],
  ["**/clients/**", "/srv/clients/acorn/src", LINUX, true, "it is below"],
  ["**/clients/**", "/srv/myclients/acorn", LINUX, false, "the name only ends alike"],
  ["**/clients/**", "/srv/clients2", LINUX, false, "the name only begins alike"],
  ["**/clients", "/srv/clients/acorn", LINUX, true, "an ancestor matches"],
  ["/srv/*/secret", "/srv/acorn/secret/src", LINUX, true, "a star stands for one name"],
  ["/srv/*/secret", "/srv/acorn/oak/secret", LINUX, false, "a star does not cross directories"],
  ["/srv/**/secret", "/srv/secret", LINUX, true, "two stars stand for no directory"],
  ["/srv/**/secret", "/srv/a/b/secret", LINUX, true, "two stars stand for several"],
  ["/srv/acorn?", "/srv/acorn2", LINUX, true, "a question mark is one character"],
  ["/srv/acorn?", "/srv/acorn", LINUX, false, "a question mark is not none"],
  ["/srv/?", "/srv/😀", LINUX, true, "a question mark is a whole code point"],
  ["/srv/{acorn,oak{1,2}}/x", "/srv/oak2/x", LINUX, true, "braces are nested"],
  ["/srv/{acorn,oak}/x", "/srv/elm/x", LINUX, false, "no alternative fits"],
  ["{/srv,/opt}/acorn", "/opt/acorn/src", LINUX, true, "the roots are alternatives"],
  ["/srv/{a,b}{,-old}", "/srv/b-old", LINUX, true, "an alternative is empty"],
  ["/srv/{acorn}", "/srv/{acorn}", LINUX, true, "a brace without comma is a character"],
  ["/srv/{acorn", "/srv/{acorn", LINUX, true, "a brace has no partner"],
  ["/srv/[id]", "/srv/[id]", LINUX, true, "brackets are characters"],
  ["/srv/a**b", "/srv/axxb", LINUX, true, "two stars inside a name are one"],
  ["/srv/a**b", "/srv/ax/xb", LINUX, false, "two stars inside a name do not cross directories"],
  ["/srv/Acorn", "/srv/acorn", LINUX, false, "Linux tells case"],
  ["clients", "/srv/clients/acorn", LINUX, true, "a bare name matches at any depth"],
  ["clients/acorn", "/srv/clients/oak", LINUX, false, "a relative glob is matched as a whole"],
  ["./clients/", "/srv/clients", LINUX, true, "dots and slashes around it say nothing"],
  ["/srv", "/opt/srv", LINUX, false, "it is anchored"],
  ["/srv//acorn/", "/srv/acorn", LINUX, true, "slashes are doubled"],
  ["/", "/srv", LINUX, true, "the root holds all"],
  ["**", "/", LINUX, true, "two stars hold all"],
  ["*", "/", LINUX, false, "the root has no name"],
  ["**/clients/**", "C:\\Work\\CLIENTS\\acorn", WINDOWS, true, "drives fold case"],
  ["C:\\work\\**", "c:/Work", WINDOWS, true, "the glob is written with backslashes"],
  ["C:\\", "C:\\x", WINDOWS, true, "a drive's root holds all"],
  ["C:\\", "D:\\x", WINDOWS, false, "the drive is another"],
  ["?:/work", "D:\\work", WINDOWS, true, "any drive is meant"],
  ["/c/work/**", "C:\\work\\x", WINDOWS, true, "the glob is written as in Git Bash"],
  ["/mnt/c/work", "C:\\work\\x", WINDOWS, true, "the glob is written as in WSL"],
  ["/mnt/c/work", "/mnt/c/Work/x", wsl("Kettle"), true, "a drive folds case in WSL"],
  ["C:/work", "/mnt/c/work/x", wsl("Kettle"), true, "WSL recorded what Windows names"],
  ["/mnt/e/work", "/mnt/e/work/x", wsl("Unregistered"), true, "there is no profile"],
  ["/work/secret", "C:\\Users\\mira\\src\\secret", WINDOWS, true, "a profile mounts the folder"],
  ["\\\\Pantry\\jam\\**", "\\\\pantry\\Jam\\x", WINDOWS, true, "it is a share"],
  ["//pantry/jam", "\\\\pantry\\jam2", WINDOWS, false, "the share's name only begins alike"],
  ["//pantry", "\\\\pantry\\jam", WINDOWS, false, "a host alone is no directory"],
  ["//pantry/**", "\\\\pantry\\jam", WINDOWS, true, "all shares of a host are meant"],
  ["/home/mira/**", "\\\\wsl$\\Kettle\\home\\mira", WINDOWS, true, "Windows recorded a Linux directory"],
  ["/home/Mira", "/home/mira", wsl("Kettle"), false, "the Linux disk tells case"],
  ["\\\\wsl$\\kettle\\home", "/home/mira", wsl("Kettle"), true, "the glob is written as on Windows"],
  ["//wsl.localhost/*/home", "/home/mira", wsl("Kettle"), true, "any distribution is meant"],
  ["/users/*/CAFÉ", "/Users/mira/cafe\u0301", MAC, true, "Macs fold case and accents"],
  ["/var/folders", "/private/var/folders/x", MAC, true, "the alias was recorded"],
  ["/private/tmp", "/tmp/x", MAC, true, "the alias is in the glob"],
  ["**/clients/**", "~/clients/acorn", LINUX, true, "the path has no place but a text"],
  ["C:/clients", "C:\\CLIENTS\\NUL", WINDOWS, true, "a path without place folds case"],
];

for (const [pattern, text, environment, expected, when] of rows) {
  const verb = expected ? "excludes" : "leaves";
  Deno.test(`matchesGlob() of ${pattern} ${verb} ${JSON.stringify(text)} on ${environment.os} when ${when}`, () => {
    assertEquals(excludes(pattern, text, environment), expected);
  });
}

for (
  const [text, faulty] of [
    ["", true],
    ["~/x", true],
    ["!**/x", true],
    ["a\0", true],
    [".", true],
    [".\\", true],
    ["/srv/../x", true],
    ["/", false],
    [".config", false],
    ["a".repeat(4097), true],
    [
      "a",
      false,
    ],
  ] as const
) {
  Deno.test(`globFault() ${faulty ? "faults" : "takes"} ${JSON.stringify(text.slice(0, 10))} when it has ${text.length} characters`, () => {
    assertEquals([globFault(text) !== undefined, compileGlob(text) === undefined], [faulty, faulty]);
  });
}

Deno.test("matchesGlob() excludes everything for ** and never throws when texts are arbitrary", () => {
  fc.assert(
    fc.property(anyText, anyText, anyEnvironment, (pattern, text, environment) => {
      const recorded = recordPath(text, { environment, mounts });
      const glob = compileGlob(pattern);
      if (glob !== undefined) matchesGlob(glob, recorded, mounts);
      assertEquals(excludes("**", text, environment), true);
    }),
    { numRuns: 1000 },
  );
});
