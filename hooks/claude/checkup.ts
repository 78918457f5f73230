/**
 * What only Claude Code's settings and transcripts tell `doctor`.
 *
 * @module
 */
import type { Check, ClientCheckup } from "../../lib/checkup.ts";
import type { SettingsMachine } from "../../lib/installer.ts";
import { retentionCheck } from "./check_retention.ts";
import { observerCheck, recordTypesCheck } from "./check_store.ts";
import { hookSample } from "./hook_sample.ts";
import { describeFinding, inspectSettings, readSettings, type SettingsFinding } from "./settings.ts";

/** Claude Code's part. */
export const claudeCheckup: ClientCheckup = {
  checks(machine, known) {
    const settings = readSettings(machine.files, {
      os: machine.os,
      home: machine.home,
      project: machine.project,
      ...configDirectory(machine),
    });
    const { clientVersion } = known;
    const findings = inspectSettings(settings, clientVersion === undefined ? {} : { clientVersion });
    return [
      ...settingsChecks(findings, settings.filter(({ text }) => text !== undefined).length),
      retentionCheck(settings, known),
      ...recordTypesCheck(machine.files, known),
      ...observerCheck(machine.files, known),
    ];
  },
  sample: hookSample,
};

function configDirectory({ environment }: SettingsMachine): { readonly configDirectory?: string } {
  const named = environment("CLAUDE_CONFIG_DIR");
  return named === undefined ? {} : { configDirectory: named };
}

/** A larger command that starts this program is somebody's own, and it runs. */
const NOTES: ReadonlySet<SettingsFinding["kind"]> = new Set(["compound"]);

function settingsChecks(findings: readonly SettingsFinding[], files: number): readonly Check[] {
  if (findings.length === 0) {
    const found = `nothing is wrong in ${files} settings ${files === 1 ? "file" : "files"}`;
    return [{ id: "claude-code/settings", title: "Claude Code settings", state: "ok", found }];
  }
  return findings.map((finding): Check => {
    const { found, advice } = finding.kind === "unreadable"
      ? unreadable(finding)
      : splitSentence(describeFinding(finding));
    const check = { id: `claude-code/settings/${finding.kind}`, title: "Claude Code settings", found };
    return NOTES.has(finding.kind) || advice === undefined
      ? { ...check, state: "note", found: advice === undefined ? found : `${found}; ${advice}` }
      : { ...check, state: "problem", advice };
  });
}

function unreadable({ path, found }: Extract<SettingsFinding, { readonly kind: "unreadable" }>) {
  return { found: `"${path}" cannot be read: ${found}`, advice: "mend it; until then no hook in it runs" };
}

/** Findings are told as one sentence: what was found, a semicolon, what to do. */
function splitSentence(sentence: string): { readonly found: string; readonly advice?: string } {
  const at = sentence.lastIndexOf("; ");
  return at < 0 ? { found: sentence } : { found: sentence.slice(0, at), advice: sentence.slice(at + 2) };
}
