/**
 * Texts that Codex writes under the user's role, as data. All were seen in measured rollouts unless the source says
 * otherwise; the names in the binary are those of 0.171.
 *
 * @module
 */
import { CONTEXT_ELEMENT } from "../../lib/learnings/context_frame.ts";
import type { EvidenceOrigin } from "../../lib/types.ts";

/** One kind of client-written text. */
export interface ClientText {
  /** What it is called as the evidence's `raw`. */
  readonly raw: string;
  /** How it begins. */
  readonly opens: string;
  /** How it ends; null where only the beginning is known. */
  readonly closes: string | null;
  readonly origin: EvidenceOrigin;
  readonly source: string;
}

function element(
  name: string,
  origin: EvidenceOrigin,
  source: string,
  options: { readonly attributes?: boolean } = {},
): ClientText {
  const opens = options.attributes === true ? `<${name}` : `<${name}>`;
  return { raw: name, opens, closes: `</${name}>`, origin, source };
}

const MEASURED = "measured, 0.29 to 0.171";
const BINARY = "binary 0.171, not produced";

/** Every known text; the first that fits counts. */
export const CLIENT_TEXTS: readonly ClientText[] = [
  {
    raw: "AGENTS.md",
    opens: "# AGENTS.md instructions",
    closes: "</INSTRUCTIONS>",
    origin: "system-reminder",
    source: 'measured, 0.58 to 0.171; without "for <dir>" when the file no longer applies',
  },
  element("user_instructions", "system-reminder", "measured, 0.29 to 0.44"),
  element("environment_context", "system-reminder", MEASURED),
  element("skill", "skill", "measured, 0.171"),
  element("turn_aborted", "interrupt", "measured, 0.104 to 0.171"),
  element("subagent_notification", "task-notification", "measured, 0.138 and 0.171"),
  element("user_action", "task-notification", "measured, 0.138 and 0.171: the reviewer's result"),
  element("hook_prompt", "hook", "measured, 0.171: what a Stop hook answered", { attributes: true }),
  element(CONTEXT_ELEMENT, "hook", "this product's own notes"),
  element("user_shell_command", "shell", BINARY),
  element("codex_internal_context", "other", "https://github.com/kenn-io/agentsview/pull/886", { attributes: true }),
  element("goal_context", "other", "https://github.com/kenn-io/agentsview/pull/886", { attributes: true }),
  element("untrusted_objective", "other", BINARY),
  element("heartbeat", "scheduled", BINARY),
  element("codex_delegation", "coordinator", BINARY),
  element("realtime_delegation", "coordinator", BINARY),
  element("startup_context", "system-reminder", BINARY),
  element("context_window_reminder", "system-reminder", BINARY),
  element("token_budget", "system-reminder", BINARY),
  element("rollout_budget", "system-reminder", BINARY),
  element("user_verification_notice", "system-reminder", BINARY),
  element("image_resize_notice", "image-note", BINARY),
  element("recommended_plugins", "system-reminder", BINARY),
  element("app-context", "system-reminder", "issues, not produced"),
  element("permissions instructions", "system-reminder", "measured, developer role only"),
  element("skills_instructions", "system-reminder", "measured, developer role only"),
  element("collaboration_mode", "system-reminder", "measured, developer role only"),
  element("model_switch", "system-reminder", BINARY),
  {
    raw: "image",
    opens: "<image name=",
    closes: ">",
    origin: "image-note",
    source: "measured, 0.171: frame around an image",
  },
  { raw: "image", opens: "</image>", closes: "</image>", origin: "image-note", source: "measured, 0.171" },
  { raw: "image", opens: "<image>", closes: "<image>", origin: "image-note", source: "older frame, 0.98" },
  {
    raw: "compaction summary",
    opens: "Another language model started to solve this problem and produced a summary",
    closes: null,
    origin: "compact-summary",
    source: "binary 0.171; measured inside replacement_history",
  },
  {
    raw: "guardian transcript",
    opens: "The following is the Codex agent history ",
    closes: null,
    origin: "other",
    source: "binary 0.171",
  },
  {
    raw: "tool warning",
    opens: "Warning: apply_patch was requested via ",
    closes: null,
    origin: "system-reminder",
    source: "a public rollout of 0.104",
  },
];

/** A client-written text that was found. */
export interface FoundClientText {
  readonly text: ClientText;
  /** The element ends where the text does: nothing stands beside it. */
  readonly whole: boolean;
}

/**
 * Finds out whether a text begins like one that the client writes.
 *
 * @param text one text of a message
 * @example
 * ```ts
 * import { clientText } from "./client_texts.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(clientText("<turn_aborted>\nThe user interrupted.\n</turn_aborted>")?.whole, true);
 * assertEquals(clientText("<turn_aborted> is what I see, why?")?.whole, false);
 * assertEquals(clientText("<turntable> spins"), undefined);
 * ```
 */
export function clientText(text: string): FoundClientText | undefined {
  const start = text.slice(0, 128).trimStart();
  if (start === "" || !/^[<#ATW]/.test(start)) return undefined;
  for (const known of CLIENT_TEXTS) {
    if (!start.startsWith(known.opens) || !isOpening(start, known)) continue;
    const whole = known.closes === null || text.trimEnd().endsWith(known.closes);
    return { text: known, whole };
  }
  return undefined;
}

/** `<hook_prompt` is not the beginning of `<hook_prompter>`. */
function isOpening(start: string, { opens }: ClientText): boolean {
  if (opens === "# AGENTS.md instructions") return /^(?:\s| for )/.test(start.slice(opens.length, opens.length + 5));
  return opens.endsWith(">") || opens.endsWith("=") || opens.endsWith(" ") || !/[\w-]/.test(start[opens.length] ?? "");
}
