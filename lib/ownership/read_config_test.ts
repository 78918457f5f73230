import { assert, assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { z } from "zod";
import { globFault } from "../paths/globs.ts";
import { CLIENT_NAMES } from "../types.ts";
import { defaultConfig } from "./config.ts";
import { describeProblem } from "./config_problems.ts";
import { CONFIG_KEYS, readConfig } from "./read_config.ts";
import { isWorkspaceName } from "./workspace_name.ts";

// The same shape said once more, by a library: the guard's oracle.
// deno-lint-ignore no-control-regex -- control characters are what it looks for
const text = z.string().regex(/^[^\u0000-\u001f\u007f]+$/);
const dir = text.regex(/^(\/|\\\\|[a-z]:[\\/]|file:\/\/|vscode-remote:\/\/)/i);
const glob = text.refine((value) => globFault(value) === undefined);
const name = z.string().refine(isWorkspaceName);
const workspace = z.strictObject({
  roots: z.array(dir).optional(),
  shared: z.array(z.strictObject({ dir, with: z.array(name).min(1) })).optional(),
  workDir: dir.nullish(),
  shareInGit: z.boolean().optional(),
  place: z.enum(["project", "data"]).optional(),
  claimFiles: z.boolean().optional(),
});
const schema = z.strictObject({
  $schema: text.optional(),
  version: z.literal(1).optional(),
  active: name.nullish(),
  inbox: name.nullish(),
  exclude: z.array(glob).optional(),
  automation: z.enum(["skip", "learn"]).optional(),
  redact: z.array(z.strictObject({ text, as: text })).optional(),
  store: z.enum(["all", "learnings"]).optional(),
  retainDays: z.int().positive().nullish(),
  missingDirectories: z.enum(["lexical", "unknown"]).optional(),
  context: z.boolean().optional(),
  extractor: z.record(z.string(), z.unknown()).nullish(),
  stores: z.array(z.strictObject({ client: z.enum(CLIENT_NAMES), dir })).optional(),
  trusted: z.array(dir).optional(),
  workspaces: z.record(name, workspace).optional(),
  approvals: z.array(z.strictObject({ dir, sha256: z.string().regex(/^[0-9a-f]{64}$/), workspace: name }))
    .optional(),
}).refine((file) => {
  const names = Object.keys({ default: {}, ...file.workspaces });
  const folders = new Set(names.map((each) => each.toLowerCase()));
  return names.includes(file.active ?? "default") && folders.size === names.length;
});

const example = {
  version: 1,
  active: "default",
  inbox: "research",
  exclude: ["**/clients/**"],
  automation: "skip",
  redact: [{ text: "Acorn Ltd", as: "client" }],
  store: "all",
  retainDays: 365,
  missingDirectories: "lexical",
  context: true,
  workspaces: {
    default: { shared: [{ dir: "/home/mira/common", with: ["research"] }] },
    research: {
      roots: ["/home/mira/research"],
      workDir: "/home/mira/research",
      shareInGit: false,
      place: "project",
      claimFiles: false,
      shared: [{ dir: "/home/mira/common", with: ["default"] }],
    },
  },
  approvals: [{ dir: "/home/mira/kettle", sha256: "0".repeat(64), workspace: "research" }],
};

Deno.test("readConfig() fills in every default when there is no file", () => {
  assertEquals(readConfig(undefined), { config: defaultConfig(), problems: [] });
  assertEquals(readConfig({}), { config: defaultConfig(), problems: [] });
});

Deno.test("readConfig() reads the design's example", () => {
  const { config, problems } = readConfig(example);
  assertEquals(problems, []);
  assertEquals(config?.workspaces.map((each) => each.name), ["default", "research"]);
  assertEquals(config?.workspaces[1]?.roots, ["/home/mira/research"]);
  assertEquals(config?.retainDays, 365);
  assertEquals(config?.approvals[0]?.workspace, "research");
});

Deno.test("readConfig() knows exactly the keys of the oracle", () => {
  assertEquals([...CONFIG_KEYS].sort(), Object.keys(schema.shape).sort());
});

const broken: readonly { readonly file: unknown; readonly line: string }[] = [
  { file: null, line: "the file: found null, expected an object" },
  { file: [], line: "the file: found a list, expected an object" },
  { file: { version: 2 }, line: "version: found 2, expected 1, the only version this program knows" },
  { file: { active: "garden" }, line: 'active: found "garden", expected one of the workspaces default' },
  { file: { retainDays: 0 }, line: "retainDays: found 0, expected a whole number of days above 0" },
  { file: { store: "none" }, line: 'store: found "none", expected "all" or "learnings"' },
  { file: { exclude: ["~/x"] }, line: "exclude[0]: " },
  { file: { exclude: "x" }, line: 'exclude: found "x", expected a list' },
  { file: { workspaces: { research: { root: ["/x"] } } }, line: "workspaces.research.root: found an unknown key" },
  {
    file: { workspaces: { research: { roots: "/x" } } },
    line: 'workspaces.research.roots: found "/x", expected a list',
  },
  { file: { workspaces: { research: { roots: [""] } } }, line: 'workspaces.research.roots[0]: found ""' },
  { file: { workspaces: { a: { roots: ["~/x"] } } }, line: 'workspaces.a.roots[0]: found "~/x", expected a path from' },
  { file: { workspaces: { a: { roots: ["x/y"] } } }, line: 'workspaces.a.roots[0]: found "x/y", expected a path from' },
  { file: { workspaces: { "../x": {} } }, line: 'workspaces.../x: found "../x", expected a name' },
  { file: { workspaces: { Research: {}, research: {} } }, line: "workspaces.research: " },
  { file: { workspaces: { a: { shared: [{ dir: "/x" }] } } }, line: "workspaces.a.shared[0].with: found nothing" },
  { file: { approvals: [{ dir: "/x", sha256: "00", workspace: "default" }] }, line: 'approvals[0].sha256: found "00"' },
  { file: { exlude: [] }, line: "exlude: found an unknown key" },
  { file: JSON.parse('{"__proto__": {"active": "x"}}'), line: "__proto__: found an unknown key" },
];

Deno.test("readConfig() gives no configuration and names the key when something is wrong", () => {
  for (const { file, line } of broken) {
    const { config, problems } = readConfig(file);
    assertEquals(config, null, line);
    assert(problems.map(describeProblem).some((each) => each.startsWith(line)), JSON.stringify(problems));
  }
});

Deno.test("readConfig() warns but goes on when a name that only grants leads nowhere", () => {
  const { config, problems } = readConfig({
    inbox: "garden",
    workspaces: { research: { shared: [{ dir: "/x", with: ["garden"] }] } },
    approvals: [{ dir: "/y", sha256: "0".repeat(64), workspace: "garden" }],
  });
  assert(config !== null);
  assertEquals(problems.map(({ severity, key }) => [severity, key]), [
    ["warning", "inbox"],
    ["warning", "approvals[0].workspace"],
    ["warning", "workspaces.research.shared[0].with"],
  ]);
});

Deno.test("readConfig() reports all problems at once", () => {
  const { problems } = readConfig({ store: 1, context: 1, workspaces: { research: { roots: 1, place: 1 } } });
  assertEquals(problems.map(({ key }) => key).sort(), [
    "context",
    "store",
    "workspaces.research.place",
    "workspaces.research.roots",
  ]);
});

Deno.test("readConfig() agrees with the zod schema when a valid file is damaged anywhere", () => {
  let refused = 0;
  fc.assert(
    fc.property(damagedFile(), (file) => {
      const { config, problems } = readConfig(file);
      const expected = schema.safeParse(file).success;
      if (!expected) refused++;
      assertEquals(config !== null, expected, `${JSON.stringify(file)} ${JSON.stringify(problems)}`);
    }),
    { numRuns: 3000 },
  );
  assert(refused > 300 && refused < 2900, `${refused} of 3000 were damaged`);
});

/** The example with one to three places replaced by, or given, something else. */
function damagedFile(): fc.Arbitrary<unknown> {
  const odd = fc.oneof(
    fc.constantFrom<unknown>(
      null,
      true,
      0,
      1,
      1.5,
      -1,
      "",
      "default",
      "research",
      "x\u0000",
      "CON",
      "~/x",
      "/x",
      "C:\\x",
      {},
      [],
    ),
    fc.constantFrom<unknown>(["/x"], ["default"], [""], { dir: "/x" }, [{ dir: "/x", with: ["default"] }], "learn"),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const key = fc.constantFrom(
    ...CONFIG_KEYS,
    "roots",
    "shared",
    "dir",
    "with",
    "place",
    "claimFiles",
    "0",
    "1",
    "extra",
  );
  const change = fc.record({ path: fc.array(fc.nat(20), { maxLength: 4 }), key, odd, remove: fc.boolean() });
  return fc.array(change, { maxLength: 3 }).map((changes) => {
    const file = structuredClone(example) as unknown;
    for (const { path, key, odd: shared, remove } of changes) {
      const odd = structuredClone(shared);
      let target = file as Record<string, unknown>;
      for (const index of path) {
        const next = Object.values(target)[index % Math.max(1, Object.keys(target).length)];
        if (typeof next !== "object" || next === null) break;
        target = next as Record<string, unknown>;
      }
      if (remove) delete target[key];
      else if (!Array.isArray(target)) target[key] = odd;
      else target[Number(key) || 0] = odd;
    }
    return JSON.parse(JSON.stringify(file));
  });
}
