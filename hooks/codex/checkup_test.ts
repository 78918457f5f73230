import { assertEquals, assertMatch } from "@std/assert";
import type { Check } from "../../lib/checkup.ts";
import { memoryFiles } from "../../lib/record/memory_files_test_support.ts";
import { codexCheckup } from "./checkup.ts";
import { codexHandlers } from "./settings_handler.ts";
import { trustHash } from "./trust.ts";

const HOME = "/home/mira";
const HOOKS = `${HOME}/.codex/hooks.json`;

interface Codex {
  readonly hooks: Record<string, { hooks: Record<string, unknown>[] }[]>;
  config: string;
  version: string | undefined;
}

/** Hooks as `install` writes them, trusted by the person. */
function trusted(): Codex {
  const hooks: Codex["hooks"] = {};
  let config = "";
  for (const { event, handler } of codexHandlers({ program: ["/opt/imprint-hook"], os: "linux" })) {
    hooks[event] = [{ hooks: [{ ...handler }] }];
    const name = event === "Stop" ? "stop" : "session_end";
    const hash = trustHash({ event, matcher: null, handler: { ...handler }, line: handler.command });
    config += `[hooks.state."${HOOKS}:${name}:0:0"]\ntrusted_hash = "${hash}"\n`;
  }
  return { hooks, config, version: "0.171.0" };
}

function checks({ hooks, config, version }: Codex): readonly Check[] {
  const files = memoryFiles();
  files.replace(HOOKS, new TextEncoder().encode(JSON.stringify({ hooks })));
  files.replace(`${HOME}/.codex/config.toml`, new TextEncoder().encode(config));
  return codexCheckup.checks(
    { files, os: "linux", home: HOME, environment: () => undefined, project: "/srv/kettle" },
    { transcripts: [], clientVersion: version, wasLookedAt: () => true, lastImport: null, now: new Date(0) },
  );
}

Deno.test("codexCheckup is content when both hooks are wired once and trusted", () => {
  assertEquals(checks(trusted()).map(({ id, state, found }) => [id, state, found]), [
    ["codex/settings", "ok", "Stop, SessionEnd: wired once, and trusted"],
  ]);
  assertEquals(checks({ hooks: {}, config: "", version: undefined }), []);
});

const FAULTS:
  readonly (readonly [name: string, plant: (codex: Codex) => void, id: string, found: RegExp, advice: RegExp])[] = [
    ["never trusted", (codex) => codex.config = "", "untrusted", /does not run Stop in/, /type \/hooks/],
    [
      "changed since they were trusted",
      ({ hooks }) => {
        for (const [group] of Object.values(hooks)) if (group?.hooks[0]) group.hooks[0]["timeout"] = 2;
      },
      "changed",
      /another than the one you trusted/,
      /type \/hooks/,
    ],
    [
      "switched off one by one",
      (codex) => codex.config = codex.config.replaceAll("trusted_hash", "enabled = false\ntrusted_hash"),
      "disabled",
      /is switched off in Codex/,
      /switch it on/,
    ],
    [
      "switched off as a whole",
      (codex) => codex.config += "[features]\nhooks = false\n",
      "hooks-disabled",
      /switches every hook off/,
      /switch them on/,
    ],
    [
      "in a file that Codex cannot read",
      (codex) => codex.config += "[[[",
      "unreadable",
      /config\.toml" cannot be read by Codex/,
      /mend it/,
    ],
    [
      "wired for one event only",
      ({ hooks }) => delete hooks["SessionEnd"],
      "missing-event",
      /SessionEnd is not wired/,
      /install codex/,
    ],
  ];

for (const [name, plant, id, found, advice] of FAULTS) {
  Deno.test(`codexCheckup tells it when the hooks are ${name}`, () => {
    const codex = trusted();
    plant(codex);
    const wrong = checks(codex).filter((check) => check.state === "problem");
    const told = wrong.find((check) => check.id === `codex/settings/${id}`);
    assertMatch(told?.found ?? JSON.stringify(wrong), found);
    assertMatch(told?.advice ?? "", advice);
  });
}

Deno.test("codexCheckup tells of hooks that are wired twice, and of milliseconds", () => {
  const codex = trusted();
  codex.hooks["Stop"]?.push({ hooks: [{ type: "command", command: "/opt/imprint-hook codex stop", timeout: 10000 }] });
  const ids = checks(codex).filter(({ state }) => state === "problem").map(({ id }) => id);
  assertEquals(ids, ["codex/settings/untrusted", "codex/settings/duplicate", "codex/settings/milliseconds"]);
});
