import { assertEquals } from "@std/assert";
import type { FileStat } from "../../lib/io/files.ts";
import { directoryOf } from "./folder_name.ts";

const DIRECTORY = { isDirectory: true } as FileStat;

/** A disk of directories. @param links what a path really is */
function disk(paths: readonly string[], links: Readonly<Record<string, string>> = {}) {
  const all = new Set(paths.flatMap((path) => path.split("/").map((_, n, parts) => parts.slice(0, n + 1).join("/"))));
  return {
    list: (path: string) => {
      const top = path.replace(/\/$/, "");
      return [...all].filter((each) => each !== "" && each.slice(0, each.lastIndexOf("/")) === top)
        .map((each) => each.slice(top.length + 1)).sort();
    },
    stat: (path: string) => all.has(path) ? DIRECTORY : undefined,
    realPath: (path: string) => links[path] ?? path,
  };
}

/** Directories, a folder's name, and the directory that it stands for. */
const CASES: readonly (readonly [string, readonly string[], string, string | undefined])[] = [
  ["finds the only one", ["/home/kim/orchard"], "home-kim-orchard", "/home/kim/orchard"],
  ["finds a name with a dash", ["/home/kim/my-app"], "home-kim-my-app", "/home/kim/my-app"],
  [
    "takes a dash and a separator for ambiguous",
    ["/home/kim/my-app", "/home/kim/my/app"],
    "home-kim-my-app",
    undefined,
  ],
  ["takes a dot and a dash for ambiguous", ["/srv/a.b", "/srv/a-b"], "srv-a-b", undefined],
  ["finds a name whose dot is kept", ["/srv/a.b"], "srv-a.b", "/srv/a.b"],
  ["finds a name whose dot is gone", ["/srv/a.b"], "srv-ab", "/srv/a.b"],
  ["takes a gone dot and none for ambiguous", ["/srv/a.b", "/srv/ab"], "srv-ab", undefined],
  ["finds a name with a space", ["/srv/my app"], "srv-my-app", "/srv/my app"],
  ["finds nothing where nothing is", ["/srv/kettle"], "srv-teapot", undefined],
  ["knows a window without a folder", ["/empty/window"], "empty-window", undefined],
  ["knows the time of a window", ["/1788000000000"], "1788000000000", undefined],
];

for (const [name, paths, slug, expected] of CASES) {
  Deno.test(`directoryOf() ${name}`, () => assertEquals(directoryOf(disk(paths), slug), expected));
}

Deno.test("directoryOf() counts a directory once, whatever links lead to it", () => {
  const links = { "/srv/a.b": "/srv/ab" };
  assertEquals(directoryOf(disk(["/srv/a.b", "/srv/ab"], links), "srv-ab"), "/srv/ab");
});

Deno.test("directoryOf() takes too much to look through for ambiguous", () => {
  const many = Array.from({ length: 600 }, (_, n) => `/${"a/".repeat(1)}a${"-a".repeat(n % 20)}/${n}`);
  assertEquals(
    directoryOf(
      disk([...many, ...Array.from({ length: 10 }, (_, n) => `/a${"/a".repeat(n)}`)]),
      "a-".repeat(500) + "a",
    ),
    undefined,
  );
});
