/**
 * Invented machines and arbitrary places for the tests of this folder.
 *
 * @module
 */
import fc from "fast-check";
import type { Environment } from "../types.ts";
import type { Identity } from "./identity.ts";
import type { MountTables } from "./mounts.ts";
import { parsePath } from "./parse.ts";

export const WINDOWS: Environment = { os: "windows" };
export const LINUX: Environment = { os: "linux" };
export const MAC: Environment = { os: "macos" };

/** An environment inside a distribution. */
export function wsl(distro: string): Environment {
  return { os: "wsl", distro };
}

/** Three registered profiles: drives as usual, drives at the root, a share and a folder with something above them. */
export const TABLES: MountTables = [
  { distro: "Kettle", home: "/home/mira", mounts: [{ src: "C:\\", at: "/mnt/c" }, { src: "D:", at: "/mnt/d" }] },
  { distro: "Teapot-2", mounts: [{ src: "C:\\", at: "/c" }] },
  {
    distro: "Urn",
    mounts: [
      { src: "C:\\", at: "/mnt/c" },
      { src: "UNC\\pantry\\jam", at: "/mnt/jam" },
      { src: "C:\\Users\\mira\\src", at: "/work" },
      { src: null, at: "/mnt/c/scratch" },
      { src: "?", at: "/mnt/g" },
    ],
  },
];

export const ENVIRONMENTS: readonly Environment[] = [
  WINDOWS,
  LINUX,
  MAC,
  wsl("Kettle"),
  wsl("Teapot-2"),
  wsl("Urn"),
  wsl("Unregistered"),
  wsl(""),
];

/** Names that have caused trouble somewhere, and plain ones. */
const NAMES = [
  ..."a b C mnt c d work src scratch home mira Users jam private var tmp etc . .. ... NUL aux.txt com1 app app. app2"
    .split(" "),
  ...[
    "a ",
    " a",
    "a:b",
    "C:",
    "c%3A",
    "x\\y",
    "D:\\P",
    "\\\\h\\s",
    "a*",
    "tab\tbed",
    "new\nline",
    "PROGRA~1",
    "~",
    "$x",
  ],
  ...[
    "é",
    "e\u0301",
    "É",
    "ß",
    "\u0131",
    "\u2126",
    "ω",
    "\u03c2",
    "\uf03a",
    "a\uf05cb",
    "\ud800",
    "😀",
    "İ",
    "cygdrive",
    "",
  ],
];

const name = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...NAMES) }, { weight: 1, arbitrary: fc.string() });

const PREFIXES = [
  ..."/ // C:\\ c:/ D:\\ \\\\pantry\\jam\\ \\\\?\\C:\\ \\\\.\\c:\\ \\\\?\\UNC\\pantry\\jam\\ \\ C: /c/ /C:/ /c%3A/ /mnt/c/"
    .split(" "),
  ..."\\\\wsl$\\kettle\\ //wsl.localhost/Urn/ \\\\?\\UNC\\wsl.localhost\\Teapot-2\\ \\\\wsl.localhost\\Gone\\ /mnt/ /work/"
    .split(" "),
  ..."file:/// file:// file:///c%3A/ vscode-remote://wsl+kettle/ vscode-remote://ssh-remote+x/ ~/ /cygdrive/c/ \\??\\C:\\"
    .split(" "),
  "",
];

/** Texts that clients could record, most of them nearly right, and any string at all. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constantFrom(...PREFIXES), fc.array(name, { maxLength: 5 }), fc.constantFrom("/", "\\"))
      .map(([prefix, names, separator]) => prefix + names.join(separator)),
  },
  { weight: 1, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
);

export const anyEnvironment: fc.Arbitrary<Environment> = fc.constantFrom(...ENVIRONMENTS);

/** Places that {@linkcode parsePath} gives. */
export const anyIdentity: fc.Arbitrary<Identity> = fc.tuple(anyText, anyEnvironment)
  .map(([text, environment]) => parsePath(text, { environment, mounts: TABLES }))
  .filter((place) => place.kind !== "unknown");
