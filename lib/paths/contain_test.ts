import { assertEquals } from "@std/assert";
import type { Environment } from "../types.ts";
import { relation, samePlace } from "./contain.ts";
import { identityKey } from "./key.ts";
import { parsePath } from "./parse.ts";
import { LINUX, MAC, TABLES as mounts, WINDOWS, wsl } from "./paths_test_support.ts";

const URN = wsl("Urn");

const rows: readonly (readonly [root: string, Environment, path: string, Environment, string, when: string])[] = [
  ["/mnt", URN, "C:\\x", WINDOWS, "inside", "a drive is mounted below the root"],
  ["/mnt", URN, "\\\\PANTRY\\jam\\x", WINDOWS, "inside", "a share is mounted below the root"],
  ["/mnt/jam", URN, "\\\\pantry\\jam2", WINDOWS, "outside", "the share's name only begins alike"],
  ["/mnt", URN, "D:\\x", WINDOWS, "outside", "that drive is not mounted there"],
  ["/mnt/c/scratch", URN, "C:\\scratch\\x", WINDOWS, "outside", "the root covers the drive's directory"],
  ["C:\\scratch", WINDOWS, "/mnt/c/scratch/x", URN, "outside", "the path covers the drive's directory"],
  ["/work", URN, "/mnt/c/users/mira/SRC/x", wsl("Kettle"), "inside", "both distributions see the same folder"],
  ["\\\\wsl$\\Urn\\home", WINDOWS, "/home/mira", URN, "inside", "Windows named the root"],
  ["/home", wsl("Urn"), "/home/mira", wsl("Kettle"), "outside", "the distributions are two"],
  ["/home", LINUX, "/home/mira", wsl("Urn"), "unknown", "the machines are of two kinds"],
  ["/home", LINUX, "/home/mira", MAC, "unknown", "one machine is a Mac"],
  ["C:\\", WINDOWS, "/home/mira", LINUX, "unknown", "one machine is no Windows"],
  ["/private", MAC, "/var/log", MAC, "inside", "/var lies in /private"],
  ["/VAR", MAC, "/Private/Var/log", MAC, "inside", "case differs in the alias"],
  ["/private", MAC, "/opt", MAC, "outside", "only three directories lie in /private"],
  ["/var2", MAC, "/private/var2", MAC, "outside", "the alias is a whole name"],
];

for (const [root, rootEnvironment, path, pathEnvironment, expected, when] of rows) {
  Deno.test(`relation() of ${JSON.stringify(path)} to ${JSON.stringify(root)} is ${expected} when ${when}`, () => {
    const rootPlace = parsePath(root, { environment: rootEnvironment, mounts });
    const place = parsePath(path, { environment: pathEnvironment, mounts });
    assertEquals(rootPlace.kind === "unknown" || place.kind === "unknown", false);
    assertEquals(relation(rootPlace, place, { mounts }), expected);
  });
}

Deno.test("relation() takes WSL's default mounts when a distribution has no profile", () => {
  const root = parsePath("/mnt", { environment: wsl("Unregistered") });
  assertEquals(relation(root, parsePath("E:\\x", { environment: WINDOWS })), "inside");
});

Deno.test("samePlace() joins every way to write one directory when mounts are known", () => {
  const texts: readonly (readonly [string, Environment])[] = [
    ["c:\\Users\\mira\\src", WINDOWS],
    ["/mnt/c/USERS/mira/src/", wsl("Kettle")],
    ["\\\\wsl$\\Urn\\work", WINDOWS],
    ["/c/users/mira/src", wsl("Teapot-2")],
    ["/c/Users/Mira/Src", WINDOWS],
    ["file:///C%3A/Users/mira/src", wsl("Urn")],
    ["\\\\?\\UNC\\wsl.localhost\\kettle\\mnt\\c\\Users\\mira\\src", WINDOWS],
    ["vscode-remote://wsl+urn/work", WINDOWS],
  ];
  const places = texts.map(([text, environment]) => parsePath(text, { environment, mounts }));
  const keys = new Set(places.map((place) => place.kind === "unknown" ? place.reason : identityKey(place)));
  assertEquals(keys.size, 1);
  for (const place of places) assertEquals(samePlace(place, places[0] ?? place), true);
});

Deno.test("samePlace() tells normal forms apart when a Mac's volume is case-sensitive", () => {
  const [a, b] = ["/Users/café", "/Users/cafe\u0301"].map((text) => parsePath(text, { environment: MAC }));
  if (a === undefined || b === undefined) throw new Error("two texts give two places");
  assertEquals([samePlace(a, b), samePlace(a, b, { caseSensitive: true })], [true, false]);
});
