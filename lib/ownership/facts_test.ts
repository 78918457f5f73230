import { assert, assertEquals } from "@std/assert";
import { canUseDisk, diskTest, withTemporaryDirectory } from "../../tests/disk_test_support.ts";
import { disk } from "../io/disk.ts";
import { decide } from "./decide.ts";
import { decideForHook } from "./session_workspace.ts";
import { gatherFacts, type WorktreePair } from "./facts.ts";
import { memoryFiles } from "./memory_files_test_support.ts";
import { readConfig } from "./read_config.ts";
import { NO_FLAGS } from "./session_facts.ts";
import { chooseWorkDir } from "./work_dir.ts";
import { gatherWorkDirFacts } from "./work_dir_facts.ts";

const LINUX = { os: "linux" } as const;

/** Runs git without anybody's configuration. */
function git(directory: string, ...args: readonly string[]): void {
  const identity = ["-c", "user.name=Mira", "-c", "user.email=mira@example.org", "-c", "protocol.file.allow=always"];
  const { success, stderr } = new Deno.Command("git", {
    args: [...identity, ...args],
    cwd: directory,
    env: { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null", GIT_TERMINAL_PROMPT: "0" },
    stdout: "null",
    stderr: "piped",
  }).outputSync();
  assert(success, `git ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
}

function hasGit(): boolean {
  try {
    return canUseDisk && new Deno.Command("git", { args: ["--version"], stdout: "null" }).outputSync().success;
  } catch {
    return false;
  }
}

/** Real repositories, so that links are as git writes them. */
function gitTest(name: string, fn: (directory: string) => void): void {
  Deno.test({ name, ignore: !hasGit() || Deno.build.os === "windows", fn: () => withTemporaryDirectory(fn) });
}

function judge(directory: string, cwd: string, remembered: readonly WorktreePair[] = []) {
  const os = Deno.build.os === "darwin" ? "macos" : "linux";
  const environment = { os } as const;
  const facts = gatherFacts({ files: disk, machine: { environment, paths: {} }, remembered });
  const { config } = readConfig({ workspaces: { research: { roots: [`${directory}/research`] } } });
  assert(config !== null);
  const recorded = facts.directory({ path: cwd, source: "record" }, environment);
  const world = facts.world(config);
  const session = { directories: [recorded], files: [], remotes: [], flags: NO_FLAGS };
  return { verdict: decideForHook(session, world), facts, world, session };
}

function repository(path: string): void {
  Deno.mkdirSync(path, { recursive: true });
  git(path, "init", "--quiet");
  git(path, "commit", "--quiet", "--allow-empty", "--message", "start");
}

gitTest("gatherFacts() follows a worktree as git writes it, and remembers it when it is gone", (directory) => {
  repository(`${directory}/research/kettle`);
  git(`${directory}/research/kettle`, "worktree", "add", "--quiet", `${directory}/wt`);
  const there = judge(directory, `${directory}/wt`);
  assertEquals(there.verdict.kind, "owned");
  const pair = { worktree: `${directory}/wt`, main: `${directory}/research/kettle` };
  assertEquals(there.facts.confirmed(), [pair]);
  git(`${directory}/research/kettle`, "worktree", "remove", `${directory}/wt`);
  assertEquals(judge(directory, `${directory}/wt`).verdict.kind, "unclaimed");
  const gone = judge(directory, `${directory}/wt`, [pair]);
  assertEquals([gone.verdict.kind, gone.verdict.workspace], ["owned", "research"]);
  assertEquals(gone.facts.confirmed(), []);
});

gitTest("gatherFacts() refuses a worktree whose main tree moved until git repaired it", (directory) => {
  repository(`${directory}/research/kettle`);
  git(`${directory}/research/kettle`, "worktree", "add", "--quiet", `${directory}/wt`);
  Deno.renameSync(`${directory}/research/kettle`, `${directory}/research/teapot`);
  assertEquals(judge(directory, `${directory}/wt`).verdict.kind, "claimed");
  git(`${directory}/research/teapot`, "worktree", "repair", `${directory}/wt`);
  assertEquals(judge(directory, `${directory}/wt`).verdict.kind, "owned");
});

gitTest("gatherFacts() refuses a copy of a worktree: the main tree names the original", (directory) => {
  repository(`${directory}/research/kettle`);
  git(`${directory}/research/kettle`, "worktree", "add", "--quiet", `${directory}/wt`);
  Deno.mkdirSync(`${directory}/copy`);
  Deno.copyFileSync(`${directory}/wt/.git`, `${directory}/copy/.git`);
  const { verdict } = judge(directory, `${directory}/copy`);
  assertEquals([verdict.kind, verdict.cwds[0]?.reason?.via], ["claimed", "one-sided-worktree"]);
});

gitTest("gatherFacts() knows a submodule from a worktree, and a submodule's worktree", (directory) => {
  repository(`${directory}/lib`);
  repository(`${directory}/research/super`);
  git(`${directory}/research/super`, "submodule", "--quiet", "add", `${directory}/lib`, "lib");
  const inside = judge(directory, `${directory}/research/super/lib`);
  assertEquals([inside.verdict.kind, inside.verdict.cwds[0]?.reason?.via], ["owned", "real-path"]);
  git(`${directory}/research/super/lib`, "worktree", "add", "--quiet", `${directory}/libwt`);
  const outside = judge(directory, `${directory}/libwt`);
  assertEquals([outside.verdict.kind, outside.verdict.cwds[0]?.reason?.via], ["owned", "worktree"]);
  assertEquals(judge(directory, `${directory}/lib`).verdict.kind, "unclaimed");
});

gitTest("gatherFacts() follows a worktree of a bare repository", (directory) => {
  repository(`${directory}/kettle`);
  Deno.mkdirSync(`${directory}/research`);
  git(`${directory}/research`, "clone", "--quiet", "--bare", `${directory}/kettle`, "bare.git");
  git(`${directory}/research/bare.git`, "worktree", "add", "--quiet", "-b", "spout", `${directory}/wt`);
  assertEquals(judge(directory, `${directory}/wt`).verdict.kind, "owned");
});

gitTest("chooseWorkDir() takes the main tree for a worktree as git writes it", (directory) => {
  repository(`${directory}/kettle`);
  git(`${directory}/kettle`, "worktree", "add", "--quiet", `${directory}/wt`);
  const { facts, world, session } = judge(directory, `${directory}/wt`);
  const project = session.directories[0] ?? null;
  const chosen = chooseWorkDir(
    {
      project,
      directories: session.directories,
      verdict: "unclaimed",
      workspace: "default",
      settings: { workDir: null, place: "project" },
    },
    world,
    gatherWorkDirFacts(facts, project, { home: null, temporary: [] }),
  );
  assertEquals(chosen, { kind: "directory", dir: `${directory}/kettle`, because: "main-tree" });
});

gitTest(
  "chooseWorkDir() takes the main tree for a worktree that is gone and was confirmed, only while it is",
  (directory) => {
    repository(`${directory}/kettle`);
    Deno.mkdirSync(`${directory}/other`);
    const choose = (worktree: string, main: string, remembered: boolean) => {
      const pair = { worktree: `${directory}/${worktree}`, main: `${directory}/${main}` };
      const { facts, world, session } = judge(directory, pair.worktree, remembered ? [pair] : []);
      const project = session.directories[0] ?? null;
      const settings = { workDir: null, place: "project" } as const;
      const question = {
        project,
        directories: session.directories,
        verdict: "unclaimed",
        workspace: "default",
        settings,
      } as const;
      return chooseWorkDir(question, world, gatherWorkDirFacts(facts, project, { home: null, temporary: [] }));
    };
    const gone = { kind: "data", because: "gone" } as const;
    assertEquals(choose("wt", "kettle", false), gone);
    assertEquals(choose("wt", "kettle", true), { kind: "directory", dir: `${directory}/kettle`, because: "main-tree" });
    assertEquals(choose("wt", "away", true), gone);
    // Something else lies there now: the pair says nothing about it.
    assertEquals(choose("other", "kettle", true), { kind: "directory", dir: `${directory}/other`, because: "project" });
  },
);

diskTest("gatherFacts() goes with the system where `..` stands behind a link", async () => {
  if (Deno.build.os === "windows") return;
  await withTemporaryDirectory((directory) => {
    Deno.mkdirSync(`${directory}/research/kettle`, { recursive: true });
    Deno.mkdirSync(`${directory}/research/pan`);
    Deno.mkdirSync(`${directory}/free`);
    Deno.symlinkSync(`${directory}/research/kettle`, `${directory}/free/link`);
    assertEquals(judge(directory, `${directory}/free/link/../pan`).verdict.kind, "claimed");
    assertEquals(judge(directory, `${directory}/free/link`).verdict.kind, "owned");
  });
});

diskTest("gatherFacts() goes up from where a link leads, also to what is not there", async () => {
  if (Deno.build.os === "windows") return;
  await withTemporaryDirectory((directory) => {
    Deno.mkdirSync(`${directory}/research/sub/deep`, { recursive: true });
    Deno.mkdirSync(`${directory}/free`);
    Deno.symlinkSync(`${directory}/research/sub`, `${directory}/free/link`);
    Deno.symlinkSync("../research/gone/below", `${directory}/free/dead`);
    Deno.symlinkSync("free", `${directory}/alias`);
    const forDefault = (path: string) => {
      const { session, world } = judge(directory, `${directory}/${path}`);
      return decide(session, world, { workspace: "default" }).kind;
    };
    const theirs = [
      "free/link/../x",
      "free/link/../x/y/../z",
      "free/link/deep/../../x",
      "free/link/nowhere/../../x",
      "free/link/.//..//x",
      "free/x/../link/../y",
      "free/dead/../x",
      "alias/link/../x",
    ];
    for (const path of theirs) assertEquals(forDefault(path), "claimed", path);
    for (const path of ["free/link/../../x", "free/y/../x", "free/link/../../../x/..", "alias/../x"]) {
      assertEquals(forDefault(path), "unclaimed", path);
    }
  });
});

diskTest("gatherFacts() lets a link whose target is gone refuse for where the target was", async () => {
  if (Deno.build.os === "windows") return;
  await withTemporaryDirectory((directory) => {
    Deno.mkdirSync(`${directory}/research`);
    Deno.mkdirSync(`${directory}/free`);
    Deno.symlinkSync(`${directory}/research/gone`, `${directory}/free/absolute`);
    Deno.symlinkSync("../research/gone", `${directory}/free/relative`);
    Deno.symlinkSync("relative", `${directory}/free/twice`);
    Deno.symlinkSync("elsewhere", `${directory}/free/harmless`);
    Deno.symlinkSync("circle", `${directory}/free/circle`);
    const forDefault = (name: string) => {
      const { session, world } = judge(directory, `${directory}/free/${name}`);
      return decide(session, world, { workspace: "default" }).kind;
    };
    for (const name of ["absolute", "relative", "twice", "relative/deep/below"]) {
      assertEquals(forDefault(name), "claimed", name);
    }
    for (const name of ["harmless", "circle"]) assertEquals(forDefault(name), "unclaimed", name);
  });
});

Deno.test("gatherFacts() asks the disk each question once", () => {
  const files = memoryFiles({ "/home/mira/kettle/src": "directory", "/home/mira/kettle/.git": "directory" }, LINUX);
  const facts = gatherFacts({ files, machine: { environment: LINUX, paths: {} } });
  for (const path of ["/home/mira/kettle/src", "/home/mira/kettle", "/home/mira/kettle/src"]) {
    facts.directory({ path, source: "record" }, LINUX);
  }
  const stats = files.asked.filter((path) => path.endsWith(".git"));
  assertEquals(stats.length, new Set(stats).size);
  assert(files.asked.length < 12, files.asked.join(" "));
});

Deno.test("gatherFacts() never touches a distribution from Windows", () => {
  const files = memoryFiles({ "C:\\kettle": "directory" }, { os: "windows" });
  const machine = {
    environment: { os: "windows" },
    paths: { mounts: [{ distro: "Ubuntu", mounts: [{ src: "C:\\", at: "/mnt/c" }] }] },
  } as const;
  const facts = gatherFacts({ files, machine });
  const { config } = readConfig({ workspaces: { a: { roots: ["\\\\wsl.localhost\\Ubuntu\\home\\mira"] } } });
  assert(config !== null);
  facts.world(config);
  for (const path of ["/home/mira/w", "/mnt/c/kettle"]) {
    facts.directory({ path, source: "record" }, { os: "wsl", distro: "Ubuntu" });
  }
  assertEquals(files.asked.filter((path) => /wsl/i.test(path)), []);
});
