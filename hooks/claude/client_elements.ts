/**
 * Elements that the client writes into user messages. Data: a new one is a new line here.
 *
 * An element that is the whole content is the client's whatever the row's markers say (design section 3); a CI event
 * injected by the desktop application carries `origin.kind: human`.
 *
 * @module
 */
import { CONTEXT_ELEMENT } from "../../lib/learnings/context_frame.ts";
import type { EvidenceOrigin } from "../../lib/types.ts";

/** One element, with where it was seen. */
export interface ClientElement {
  readonly name: string;
  readonly origin: EvidenceOrigin;
  /** Client version it was seen in, or of the document that names it. */
  readonly seen: string;
  /** Where the knowledge comes from. */
  readonly source: string;
  /** Text that its opening tag must hold, for names that occur in users' own markup. */
  readonly needs?: string;
  /** Its body is raw output that may hold any tag: it ends at its last closing tag. */
  readonly raw?: true;
  /** How the client goes on behind its closing tag, to the end of the line. */
  readonly trailers?: readonly string[];
  /** Stands in front of the user's words in the same message; belongs to the question, not to what was before. */
  readonly context?: true;
  /** Stands nowhere but in front of the user's words, so it reaches to its last closing tag. */
  readonly front?: true;
}

/** Every known element. */
export const CLIENT_ELEMENTS: readonly ClientElement[] = [
  {
    name: "task-notification",
    origin: "task-notification",
    seen: "2.1.17",
    source: "corpus 3a782158, f4237e82",
    raw: true,
    trailers: ["Full transcript", "Read the output file to retrieve the result:"],
  },
  { name: "ci-monitor-event", origin: "other", seen: "2.1.227", source: "corpus e0378f7c (desktop)", raw: true },
  {
    name: "github-webhook-activity",
    origin: "other",
    seen: "2.1.240",
    source: "public PR-watching setups (web sessions)",
    raw: true,
  },
  { name: "teammate-message", origin: "peer", seen: "2.1.240", source: "formats/claude_code.md 2.5", raw: true },
  { name: "agent-message", origin: "peer", seen: "2.1.240", source: "formats/claude_code.md 2.5", raw: true },
  { name: "cross-session-message", origin: "peer", seen: "2.1.240", source: "formats/claude_code.md 4", raw: true },
  { name: "relay", origin: "peer", seen: "2.1.285", source: "formats/claude_code.md 2.5", raw: true },
  { name: "project_claude_message", origin: "peer", seen: "2.1.285", source: "formats/claude_code.md 2.5", raw: true },
  { name: "wake", origin: "coordinator", seen: "2.1.285", source: "formats/claude_code.md 2.5" },
  { name: "channel", origin: "channel", seen: "2.1.285", source: "formats/claude_code.md 2.5", needs: "source=" },
  {
    name: "system-reminder",
    origin: "system-reminder",
    seen: "1.0.0",
    source: "formats/claude_code.md 2.5",
    context: true,
  },
  {
    name: "ide_opened_file",
    origin: "ide-context",
    seen: "2.1.204",
    source: "corpus 467cacaa",
    context: true,
    front: true,
  },
  {
    name: "ide_selection",
    origin: "ide-context",
    seen: "2.1.204",
    source: "formats/claude_code.md 2.5",
    context: true,
    front: true,
  },
  {
    name: "ide_diagnostics",
    origin: "ide-context",
    seen: "2.1.0",
    source: "daaain/claude-code-log",
    context: true,
    front: true,
  },
  { name: "bash-input", origin: "shell", seen: "2.1.20", source: "corpus 70d782f7, b82405ba", raw: true },
  { name: "bash-stdout", origin: "command-output", seen: "2.1.20", source: "corpus 70d782f7, b82405ba", raw: true },
  { name: "bash-stderr", origin: "command-output", seen: "2.1.20", source: "corpus 70d782f7, b82405ba", raw: true },
  { name: "local-command-stdout", origin: "command-output", seen: "1.0.0", source: "corpus 61cb3ba8", raw: true },
  {
    name: "local-command-stderr",
    origin: "command-output",
    seen: "1.0.0",
    source: "formats/claude_code.md 4",
    raw: true,
  },
  { name: "local-command-caveat", origin: "command-output", seen: "2.1.20", source: "corpus 61cb3ba8", raw: true },
  { name: "command-name", origin: "command", seen: "1.0.0", source: "corpus 61cb3ba8" },
  { name: "command-message", origin: "command", seen: "1.0.0", source: "corpus 61cb3ba8" },
  { name: "command-args", origin: "command", seen: "1.0.0", source: "corpus 61cb3ba8" },
  { name: "command-contents", origin: "command", seen: "1.0.0", source: "daaain/claude-code-log test data" },
  { name: "user-prompt-submit-hook", origin: "hook", seen: "1.0.0", source: "formats/claude_code.md 4", context: true },
  { name: CONTEXT_ELEMENT, origin: "hook", seen: "0.1.0", source: "this product's own notes", raw: true },
  { name: "user-memory-input", origin: "command", seen: "1.0.0", source: "formats/claude_code.md 2.5 (# shortcut)" },
];

/** Name prefixes of element families whose members are not all known. */
const FAMILIES: readonly ClientElement[] = [
  { name: "local-command-", origin: "command-output", seen: "1.0.0", source: "formats/claude_code.md 4", raw: true },
  { name: "bash-std", origin: "command-output", seen: "2.1.20", source: "formats/claude_code.md 4", raw: true },
];

const BY_NAME: ReadonlyMap<string, ClientElement> = new Map(CLIENT_ELEMENTS.map((element) => [element.name, element]));

/**
 * @param name an element's name as written, case included
 * @returns undefined for the user's own elements
 */
export function clientElement(name: string): ClientElement | undefined {
  return BY_NAME.get(name) ?? FAMILIES.find((family) => name.startsWith(family.name));
}
