import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { memoryFiles } from "../../lib/record/memory_files_test_support.ts";
import { hooksJsonValue } from "./settings_files.ts";
import { codexHookTrust, describeTrust, type HookTrust, trustHash } from "./trust.ts";

const HOME = "/home/mira";
const HOOKS = `${HOME}/.codex/hooks.json`;
const CONFIG = `${HOME}/.codex/config.toml`;
const LINE = "/opt/imprint-hook codex stop";

/** A home with these files in it. */
function machine(texts: Readonly<Record<string, string>>, codexHome?: string) {
  const files = memoryFiles();
  for (const [path, text] of Object.entries(texts)) files.replace(path, new TextEncoder().encode(text));
  return {
    files,
    os: "linux" as const,
    home: HOME,
    environment: (name: string) => name === "CODEX_HOME" ? codexHome : undefined,
  };
}

function hook(event: string, handler: Readonly<Record<string, unknown>>, matcher: string | null = null) {
  return { event, matcher, handler, line: String(handler["command"]) };
}

// Measured with `hooks/list` of 0.171.
const HASHES: readonly (readonly [name: string, hook: ReturnType<typeof hook>, hash: string])[] = [
  [
    "a timeout",
    hook("Stop", { command: "/bin/true", timeout: 10 }),
    "3c75cb092e3950863ad8058f4bb30d306cedb26dfb7b5eb217733b2635579c77",
  ],
  [
    "a session end",
    hook("SessionEnd", { command: "/bin/true", timeout: 3 }),
    "42ea3855d592a4e9c9d8c7640bc680f9508c7a4a844ad948af96679e7c62eebe",
  ],
  [
    "no timeout",
    hook("Stop", { command: "/bin/true" }),
    "fef68b1a8a8090019e0421bcd64cfac1f7b7c21980e2f35d49b46427395a6dda",
  ],
  [
    "a timeout of nothing",
    hook("Stop", { command: "/bin/a", timeout: 0 }),
    "f80bfbaa2e1dd89c738995e125b7c0794bb9435e11420a849554b8894600cb71",
  ],
  [
    "async",
    hook("Stop", { command: "/bin/b", async: true }),
    "531fc349864f6e2d3e83c79e0365dd9781b8f449450f0335c2152efd800f1fa1",
  ],
  [
    "a matcher that Stop has no use for",
    hook("Stop", { command: "/bin/c" }, ""),
    "4311ad795650d73587954f1816ca63a5b8dc3613c20dba292791b938559e4d2d",
  ],
  [
    "a matcher, and more time than a session end gets",
    hook("SessionEnd", { command: "/bin/true", timeout: 30 }, "other"),
    "54e19257e96e17676caf0c4e2a218f0fba090c914a6cdd1391664df7bab8b56b",
  ],
  [
    "signs that JSON may escape, and a message",
    hook("Stop", { command: '/bin/ü <&>" x', timeout: 10, statusMessage: "Learn" }, "x*"),
    "172631925ad6c0264b77e30d4b2468c7fe0348879545a82ad153d7317d541a8e",
  ],
];

for (const [name, given, hash] of HASHES) {
  Deno.test(`trustHash() is what Codex shows for a hook with ${name}`, () => {
    assertEquals(trustHash(given), `sha256:${hash}`);
  });
}

function stateWith(toml: string): HookTrust["state"] | undefined {
  const hooks = JSON.stringify({
    hooks: {
      Stop: [{ hooks: [{ type: "command", command: "make lint" }] }, {
        hooks: [{ type: "command", command: LINE, timeout: 10 }],
      }],
    },
  });
  const [first, ...others] = codexHookTrust(machine({ [HOOKS]: hooks, [CONFIG]: toml })).hooks;
  assertEquals(others, []);
  assertEquals([first?.path, first?.event, first?.key], [HOOKS, "Stop", `${HOOKS}:stop:1:0`]);
  return first?.state;
}

Deno.test("codexHookTrust() tells what Codex does with the hook (report 14: https://github.com/openai/codex/issues/46210, https://github.com/openai/codex/issues/35306, https://github.com/openai/codex/issues/42959, https://github.com/openai/codex/issues/21639)", () => {
  const good = trustHash(hook("Stop", { command: LINE, timeout: 10 }));
  const state = (body: string, place = "1:0") =>
    stateWith(`model = "o"\n[hooks.state."${HOOKS}:stop:${place}"]\n${body}`);
  assertEquals(stateWith(""), "untrusted");
  assertEquals(state(`trusted_hash = "${good}"`), "trusted");
  assertEquals(state(`trusted_hash = "${good}"\nenabled = true`), "trusted");
  assertEquals(state(`trusted_hash = "${good}"\nenabled = false`), "disabled");
  assertEquals(state('trusted_hash = "sha256:00"'), "changed");
  // Somebody put a group in front of it: what Codex trusted stands elsewhere now.
  assertEquals(state(`trusted_hash = "${good}"`, "0:0"), "untrusted");
  assertEquals(state("trusted_hash = 1"), "untrusted");
});

Deno.test("codexHookTrust() finds inline hooks, and what is in both files", () => {
  const hooks = JSON.stringify({
    hooks: { SessionEnd: [{ hooks: [{ type: "command", command: "imprint-hook codex session-end", timeout: 3 }] }] },
  });
  const toml = `[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "${LINE}"\ntimeout = 10\n\n` +
    `[hooks.state."${CONFIG}:stop:0:0"]\ntrusted_hash = "${trustHash(hook("Stop", { command: LINE, timeout: 10 }))}"\n`;
  assertEquals(
    codexHookTrust(machine({ [HOOKS]: hooks, [CONFIG]: toml })).hooks.map(({ key, state }) => [key, state]),
    [
      [`${HOOKS}:session_end:0:0`, "untrusted"],
      [`${CONFIG}:stop:0:0`, "trusted"],
    ],
  );
});

Deno.test("codexHookTrust() looks where CODEX_HOME leads", () => {
  const text = JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: "command", command: LINE }] }] } });
  const { home, hooks } = codexHookTrust(machine({ "/srv/agents/hooks.json": text }, "/srv/agents/"));
  assertEquals([home, hooks[0]?.path], ["/srv/agents", "/srv/agents/hooks.json"]);
  assertEquals(codexHookTrust(machine({ "/srv/agents/hooks.json": text })).hooks, []);
});

Deno.test("codexHookTrust() takes the command line of its own system", () => {
  const handler = {
    type: "command",
    command: "imprint-hook codex stop",
    commandWindows: '& "C:\\my tools\\imprint-hook.exe" codex stop',
    timeout: 10,
  };
  const hooks = JSON.stringify({ hooks: { Stop: [{ hooks: [handler] }] } });
  const key = `C:\\Users\\mira\\.codex\\hooks.json:stop:0:0`;
  const config = `[hooks.state.'${key}']\ntrusted_hash = "${
    trustHash({ event: "Stop", matcher: null, handler, line: handler.commandWindows })
  }"\n`;
  const { files } = machine({
    "C:\\Users\\mira\\.codex\\hooks.json": hooks,
    "C:\\Users\\mira\\.codex\\config.toml": config,
  });
  const found = codexHookTrust({ files, os: "windows", home: "C:\\Users\\mira", environment: () => undefined }).hooks;
  assertEquals(found.map(({ key, state }) => [key, state]), [[key, "trusted"]]);
});

Deno.test("codexHookTrust() says when hooks are switched off, and which file Codex cannot read", () => {
  for (const name of ["hooks", "codex_hooks"]) {
    assertEquals(codexHookTrust(machine({ [CONFIG]: `[features]\n${name} = false\n` })).hooksOff, true);
  }
  assertEquals(codexHookTrust(machine({ [CONFIG]: "[features]\nhooks = true\n" })).hooksOff, false);
  assertEquals(codexHookTrust(machine({})), { home: `${HOME}/.codex`, hooks: [], hooksOff: false, problems: [] });
  const broken = codexHookTrust(machine({ [HOOKS]: "// mine\n{}", [CONFIG]: "model = \n" }));
  assertEquals(broken.hooks, []);
  assertEquals(broken.problems.length, 2);
  assertStringIncludes(broken.problems[0] ?? "", `"${HOOKS}" cannot be read by Codex: it is not plain JSON`);
  assertStringIncludes(broken.problems[1] ?? "", `"${CONFIG}" cannot be read by Codex: it is not TOML`);
});

Deno.test("describeTrust() says what to do about everything but a hook that runs", () => {
  for (const state of ["untrusted", "changed", "disabled"] as const) {
    const sentence = describeTrust({ path: HOOKS, event: "Stop", key: "", state });
    assert(sentence?.includes("type /hooks"), state);
  }
  assertEquals(describeTrust({ path: HOOKS, event: "Stop", key: "", state: "trusted" }), undefined);
});

// Measured on 0.171: each of these made it read no hook at all, or read the file as ours does.
const READ: readonly (readonly [text: string, readable: boolean])[] = [
  ["{}", true],
  ['{"hooks":{}}', true],
  ['{"hooks":{"Stop":[{}]}}', true],
  ['{"description":"d","hooks":{"Foo":[]}}', true],
  ["", false],
  ["[]", false],
  ["\ufeff{}", false],
  ['{"hooks":{},}', false],
  ['{"hooks":null}', false],
  ['{"hooks":{"SessionEnd":null}}', false],
  ['{"hooks":{"Stop":[{"hooks":null}]}}', false],
  ['{"hooks":{"Stop":[{"hooks":[{"command":"/bin/true"}]}]}}', false],
  ['{"model":"o","hooks":{}}', false],
];

for (const [text, readable] of READ) {
  Deno.test(`hooksJsonValue() ${readable ? "reads" : "refuses"} ${JSON.stringify(text)}`, () => {
    assertEquals("value" in hooksJsonValue(text), readable);
  });
}
