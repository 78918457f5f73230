import { assertEquals, assertThrows } from "@std/assert";
import { gatherFacts } from "./facts.ts";
import type { FactFiles } from "./disk_view.ts";
import { memoryFiles } from "./memory_files_test_support.ts";
import { readConfig } from "./read_config.ts";
import { answerOf, ifAnswered, Unanswered } from "./unanswered.ts";

const LINUX = { os: "linux" } as const;

/** Fails as often as it has errors, then answers. */
function failing(...errors: readonly Error[]): () => string {
  const left = [...errors];
  return () => {
    const error = left.shift();
    if (error !== undefined) throw error;
    return "there";
  };
}

const named = (name: string, message = name): Error => Object.assign(new Error(message), { name });

const ANSWERS: readonly (readonly [string, readonly Error[], string])[] = [
  ["asks once", [], "there"],
  ["believes no single refusal", [named("PermissionDenied")], "there"],
  ["believes a refusal that comes twice", [named("PermissionDenied"), named("PermissionDenied")], "PermissionDenied"],
  ["takes a circle of links for an answer", [named("FilesystemLoop"), named("FilesystemLoop")], "FilesystemLoop"],
  [
    "takes an empty drive of Windows for an answer",
    [1, 2].map(() => named("Error", "The device is not ready. (os error 21)")),
    "Error",
  ],
];
for (const [what, errors, expected] of ANSWERS) {
  Deno.test(`answerOf() ${what}`, () => {
    const answer = answerOf("/srv/kettle", failing(...errors));
    assertEquals(answer instanceof Error ? answer.name : answer, expected);
  });
}

for (
  const message of ["Input/output error (os error 5)", "Stale file handle (os error 116)", "Interrupted (os error 4)"]
) {
  Deno.test(`answerOf() has no answer when the disk says "${message}", not even behind a refusal`, () => {
    const told = `cannot look at "/srv/kettle": ${message}`;
    assertThrows(() => answerOf("/srv/kettle", failing(new Error(message))), Unanswered, told);
    assertThrows(
      () => answerOf("/srv/kettle", failing(named("PermissionDenied"), new Error(message))),
      Unanswered,
      told,
    );
  });
}

Deno.test("ifAnswered() gives nothing where there is no answer, and no other failure away", () => {
  assertEquals(ifAnswered(() => answerOf("/srv/kettle", failing(new Error("EIO")))), undefined);
  assertThrows(() => ifAnswered(failing(new TypeError("a bug"))), TypeError);
});

const KETTLE = "/srv/kettle";
const RESEARCH = "/home/mira/research";

/** A disk that fails for one path, whatever is asked. */
function broken(path: string): FactFiles {
  const files = memoryFiles({ [KETTLE]: "directory", [RESEARCH]: "directory" }, LINUX);
  const failsAt = <T>(ask: (asked: string) => T) => (asked: string): T => {
    if (asked === path) throw new Error("Input/output error (os error 5)");
    return ask(asked);
  };
  return {
    stat: failsAt(files.stat),
    realPath: failsAt(files.realPath),
    readLink: failsAt(files.readLink),
    open: failsAt(files.open),
  };
}

for (
  const [what, path] of [
    ["a recorded directory", KETTLE],
    ["its .git", `${KETTLE}/.git`],
    ["another workspace's root", RESEARCH],
    ["the configuration of a root's repository", `${RESEARCH}/.git/config`],
  ] as const
) {
  Deno.test(`gatherFacts() leaves open whose a directory is when the disk fails at ${what}`, () => {
    const { config } = readConfig({ workspaces: { research: { roots: [RESEARCH] } } });
    if (config === null) throw new Error("the configuration is wrong");
    const facts = gatherFacts({ files: broken(path), machine: { environment: LINUX, paths: {} } });
    // What only shows the configuration goes on.
    const { workspaces } = facts.world(config, { remotes: true });
    assertEquals(workspaces.map(({ roots }) => roots.map(({ dir }) => dir)).flat(), [RESEARCH]);
    assertThrows(() => facts.directory({ path: KETTLE, source: "record" }, LINUX), Unanswered, `"${path}"`);
  });
}
