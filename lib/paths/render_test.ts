import { assertEquals } from "@std/assert";
import type { Environment } from "../types.ts";
import type { Identity } from "./identity.ts";
import { recordPath } from "./parse.ts";
import { LINUX, MAC, TABLES as mounts, WINDOWS, wsl } from "./paths_test_support.ts";
import { projectPathOf, renderPath } from "./render.ts";

const rows: readonly (readonly [Identity, Environment, string | undefined, string])[] = [
  [{ kind: "drive", drive: "C", segments: ["app."] }, WINDOWS, "\\\\?\\C:\\app.", "Windows would drop the dot"],
  [{ kind: "drive", drive: "C", segments: ["w", "aux"] }, WINDOWS, "\\\\?\\C:\\w\\aux", "Windows would open a device"],
  [
    { kind: "drive", drive: "C", segments: ["mnt", "c"] },
    WINDOWS,
    "\\\\?\\C:\\mnt\\c",
    "it looks like a client's fault",
  ],
  [{ kind: "unc", host: "pantry", share: "jam", segments: [] }, WINDOWS, "\\\\pantry\\jam", "it is a share's root"],
  [
    { kind: "unc", host: "pantry", share: "jam", segments: ["a "] },
    WINDOWS,
    "\\\\?\\UNC\\pantry\\jam\\a ",
    "a space ends it",
  ],
  [
    { kind: "wsl", distro: "Kettle", segments: [] },
    WINDOWS,
    "\\\\wsl.localhost\\Kettle\\",
    "it is a distribution's root",
  ],
  [
    { kind: "wsl", distro: "Kettle", segments: ["app."] },
    WINDOWS,
    "\\\\?\\UNC\\wsl.localhost\\Kettle\\app.",
    "a dot ends it",
  ],
  [
    { kind: "wsl", distro: "Kettle", segments: ["a\uf03a"] },
    WINDOWS,
    undefined,
    "the share would read it as another name",
  ],
  [{ kind: "wsl", distro: "Unregistered", segments: ["srv"] }, WINDOWS, undefined, "no profile has it"],
  [{ kind: "wsl", distro: "", segments: ["srv"] }, WINDOWS, undefined, "its name is not known"],
  [{ kind: "wsl", distro: "Kettle", segments: ["srv"] }, wsl("KETTLE"), "/srv", "the distribution is asked itself"],
  [{ kind: "wsl", distro: "Kettle", segments: ["srv"] }, wsl("Urn"), undefined, "another distribution is asked"],
  [
    { kind: "drive", drive: "C", segments: ["a\uf03ab"] },
    wsl("Kettle"),
    "/mnt/c/a\uf03ab",
    "drvfs opens the escape, too",
  ],
  [{ kind: "drive", drive: "C", segments: [] }, wsl("Teapot-2"), "/c", "drives lie at the root"],
  [
    { kind: "drive", drive: "C", segments: ["users", "MIRA", "src", "x"] },
    wsl("Urn"),
    "/work/x",
    "the longest source wins",
  ],
  [{ kind: "drive", drive: "C", segments: ["scratch", "x"] }, wsl("Urn"), undefined, "the mount is covered there"],
  [{ kind: "drive", drive: "C", segments: ["scratch2"] }, wsl("Urn"), "/mnt/c/scratch2", "only a sibling is covered"],
  [{ kind: "unc", host: "PANTRY", share: "Jam", segments: ["x"] }, wsl("Urn"), "/mnt/jam/x", "the share is mounted"],
  [{ kind: "drive", drive: "C", segments: [] }, MAC, undefined, "a Mac has no drives"],
  [{ kind: "posix", segments: [] }, LINUX, "/", "it is the root"],
  [{ kind: "posix", segments: ["srv"] }, MAC, undefined, "the machine is another"],
  [{ kind: "mac", segments: ["private", "var"] }, MAC, "/private/var", "it was recorded so"],
];

for (const [identity, environment, expected, when] of rows) {
  const outcome = expected === undefined ? "nothing" : JSON.stringify(expected);
  Deno.test(`renderPath() gives ${outcome} for ${identity.kind} on ${environment.os} when ${when}`, () => {
    assertEquals(renderPath(identity, { environment, mounts }), expected);
  });
}

const projects: readonly (readonly [string, Environment, string, string])[] = [
  ["/srv/kettle", LINUX, "/srv/kettle", "nothing is to be done"],
  ["/srv/kettle/", LINUX, "/srv/kettle", "a slash ends it"],
  ["/mnt/c/Kettle", wsl("Kettle"), "C:\\Kettle", "WSL recorded a drive"],
  ["c:/Kettle/", WINDOWS, "C:\\Kettle", "an editor recorded the same drive"],
  ["\\\\wsl$\\kettle\\home\\mira", WINDOWS, "/home/mira", "Windows recorded a Linux directory"],
  ["/Users/Mira/cafe\u0301", MAC, "/Users/Mira/cafe\u0301", "a Mac recorded it decomposed"],
  ["C:kettle", WINDOWS, "C:kettle", "it has no place"],
];

for (const [text, environment, expected, when] of projects) {
  Deno.test(`projectPathOf() gives ${JSON.stringify(expected)} for ${JSON.stringify(text)} when ${when}`, () => {
    assertEquals(projectPathOf(recordPath(text, { environment, mounts }), mounts), expected);
  });
}
