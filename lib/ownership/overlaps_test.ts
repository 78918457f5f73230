import { assert, assertEquals } from "@std/assert";
import { gatherFacts } from "./facts.ts";
import { memoryFiles } from "./memory_files_test_support.ts";
import { unconfirmedOverlaps } from "./overlaps.ts";
import { readConfig } from "./read_config.ts";

const LINUX = { os: "linux" } as const;

function overlaps(file: unknown): readonly string[] {
  const { config } = readConfig(file);
  assert(config !== null);
  const files = memoryFiles({ "/data/a": "directory", "/link": { link: "/data/a" } }, LINUX);
  const world = gatherFacts({ files, machine: { environment: LINUX, paths: {} } }).world(config);
  return unconfirmedOverlaps(world).map(({ a, b }) => `${a.workspace}:${a.dir} ${b.workspace}:${b.dir}`);
}

const both = (dir: string) => ({
  a: { roots: ["/a"], shared: [{ dir, with: ["b"] }] },
  b: { roots: ["/b"], shared: [{ dir, with: ["a"] }] },
});

Deno.test("unconfirmedOverlaps() reports what lies in each other without both sides' consent", () => {
  assertEquals(overlaps({ workspaces: { a: { roots: ["/a"] }, b: { roots: ["/a/b"] } } }), ["a:/a b:/a/b"]);
  assertEquals(overlaps({ workspaces: { a: { roots: ["/a"] }, b: { roots: ["/a"] } } }), ["a:/a b:/a"]);
  assertEquals(overlaps({ workspaces: { a: { roots: ["/link"] }, b: { roots: ["/data"] } } }), ["a:/link b:/data"]);
  assertEquals(overlaps({ workspaces: { a: { roots: ["/a"] }, b: { roots: ["/ab"] } } }), []);
  assertEquals(overlaps({ workspaces: { a: { roots: ["/a", "/a/b"] }, b: { roots: ["/b"] } } }), []);
});

Deno.test("unconfirmedOverlaps() accepts a directory that both recorded, also below a root", () => {
  assertEquals(overlaps({ workspaces: both("/common") }), []);
  assertEquals(overlaps({ workspaces: both("/a/common") }), []);
  const one = { a: { roots: ["/a"] }, b: { shared: [{ dir: "/a/common", with: ["a"] }] } };
  assertEquals(overlaps({ workspaces: one }), ["a:/a b:/a/common"]);
  const deeper = { ...both("/common"), b: { roots: ["/common/own"], shared: [{ dir: "/common", with: ["a"] }] } };
  assertEquals(overlaps({ workspaces: deeper }), ["a:/common b:/common/own"]);
});

Deno.test("unconfirmedOverlaps() counts an approved project file as a root", () => {
  const approvals = [{ dir: "/a/kettle", sha256: "0".repeat(64), workspace: "b" }];
  assertEquals(overlaps({ workspaces: { a: { roots: ["/a"] }, b: {} }, approvals }), ["a:/a b:/a/kettle"]);
  assertEquals(overlaps({ workspaces: both("/common"), approvals: [{ ...approvals[0], dir: "/common/k" }] }), []);
});
