import { assert, assertEquals } from "@std/assert";
import { sha256 } from "@noble/hashes/sha2.js";
import * as fc from "fast-check";
import { decide } from "./decide.ts";
import { gatherFacts } from "./facts.ts";
import { memoryFiles } from "./memory_files_test_support.ts";
import { naiveRule } from "./naive_rule_test_support.ts";
import {
  APPROVED_TEXT,
  diskOf,
  nativePath,
  RANDOM_PROFILES,
  RANDOM_WORKSPACES,
  type RandomWorld,
  randomWorld,
} from "./random_world_test_support.ts";
import { readConfig } from "./read_config.ts";
import { hookWorkspace } from "./session_workspace.ts";
import { isLearned, type Verdict } from "./verdict.ts";
import { runs } from "../../tests/runs_test_support.ts";

const WORLDS = runs(5000, 20_000);

Deno.test(`decide() agrees with a naive rule over ${WORLDS} random worlds`, () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const world = randomWorld(seed);
      const { kind, workspace, cwds } = decideWorld(world);
      const naive = naiveRule(world);
      seen.set(`${world.machine.os} ${kind}`, (seen.get(`${world.machine.os} ${kind}`) ?? 0) + 1);
      const places = cwds.map(({ place, workspace }) => workspace === undefined ? place : `${place}:${workspace}`);
      const same = kind === naive.kind && workspace === naive.workspace && places.join() === naive.places.join();
      // The message is made of the whole world, which is too slow to make for every one.
      if (!same) assertEquals({ kind, workspace, places }, { ...naive, places: [...naive.places] }, say(world));
    }),
    { numRuns: WORLDS },
  );
  // Worlds that never get anywhere would prove nothing.
  for (const os of ["linux", "macos", "windows", "wsl"]) {
    for (const kind of ["owned", "unclaimed", "inbox", "claimed", "unconfirmed-overlap", "unplaceable-cwd"]) {
      assert((seen.get(`${os} ${kind}`) ?? 0) > runs(0, 10), `${os} ${kind}: ${seen.get(`${os} ${kind}`) ?? 0} worlds`);
    }
  }
});

function say(world: RandomWorld): string {
  return `${JSON.stringify(world, null, 1)}\n${JSON.stringify(diskOf(world), null, 1)}`;
}

/** Decides a world through files, configuration and facts, as the product does. */
function decideWorld(world: RandomWorld): Verdict {
  const { machine } = world;
  const gatherer = gatherFacts({
    files: memoryFiles(diskOf(world), { os: machine.os }),
    machine: { environment: machine, paths: { mounts: profilesOf(world) } },
    remembered: world.worktrees.filter(({ state }) => state.endsWith("remembered")).map(({ at, main }) => ({
      worktree: nativePath(at, machine),
      main: nativePath(main, machine),
    })),
  });
  const { config, problems } = readConfig(configOf(world));
  assert(config !== null, JSON.stringify(problems));
  const session = {
    directories: world.session.map(({ text, source }) => gatherer.directory({ path: text, source }, machine)),
    files: [],
    remotes: [],
    flags: world.flags,
  };
  const shown = gatherer.world(config);
  const learner = world.learner === null ? hookWorkspace(session, shown) : { workspace: world.learner };
  const verdict = decide(session, shown, learner);
  assertEquals(isLearned(verdict.kind) && verdict.cwds.some(({ place }) => place === "claimed"), false);
  return verdict;
}

function profilesOf({ machine }: RandomWorld): typeof RANDOM_PROFILES {
  return machine.os === "windows" || machine.os === "wsl" ? RANDOM_PROFILES : [];
}

const APPROVED_HASH = Array.from(
  sha256(new TextEncoder().encode(APPROVED_TEXT)),
  (byte) => byte.toString(16).padStart(2, "0"),
).join("");

function configOf(world: RandomWorld): unknown {
  const shared = (name: string) =>
    world.shares.flatMap(({ of, with: partner, dir, mutual }) => [
      ...(of === name ? [{ dir: dir.text, with: [partner] }] : []),
      ...(mutual && partner === name && of !== name ? [{ dir: dir.text, with: [of] }] : []),
    ]);
  return {
    active: world.active,
    inbox: world.inbox,
    missingDirectories: world.missing,
    exclude: world.excluded === null ? [] : [`**/${world.excluded}`],
    workspaces: Object.fromEntries(RANDOM_WORKSPACES.map((name) => [name, {
      roots: world.roots.filter(({ of }) => of === name).map(({ dir }) => dir.text),
      shared: shared(name),
    }])),
    approvals: world.approvals.map(({ workspace, dir }) => ({ workspace, dir: dir.text, sha256: APPROVED_HASH })),
  };
}
