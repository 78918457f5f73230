/**
 * Which sessions no person took part in (design section 3, Automation).
 *
 * @module
 */
import type { Markers } from "./markers.ts";
import type { Row } from "./records.ts";
import type { ReaderState } from "./state.ts";

/** A memory tool that runs sessions of its own to watch the user's. */
export interface KnownObserver {
  readonly tool: string;
  /** Part of the working directory of its sessions, with `/`. */
  readonly directory: string;
  readonly source: string;
}

/** Every known observer. */
export const KNOWN_OBSERVERS: readonly KnownObserver[] = [
  {
    tool: "claude-mem",
    directory: "/.claude-mem/observer-sessions",
    source: "https://github.com/thedotmack/claude-mem/issues/832",
  },
];

/** Entrypoints of programs. Editors (`claude-vscode`, `claude-desktop`) also send `promptSource: sdk`: people type there. */
const PROGRAM_ENTRYPOINTS: ReadonlySet<unknown> = new Set(["sdk-cli", "sdk-ts", "sdk-py"]);

/**
 * @param cwd a recorded directory
 * @returns true when it belongs to a known observer
 */
export function isObserverDirectory(cwd: string): boolean {
  const path = cwd.replaceAll("\\", "/");
  return KNOWN_OBSERVERS.some(({ directory }) => path.endsWith(directory) || path.includes(`${directory}/`));
}

/** Something in the markers says that a person is at the other end. */
function saysPerson(markers: Markers): boolean {
  const source = markers.promptSource?.value;
  return markers.origin?.value === "human" || markers.turnOrigin?.value === "human" ||
    source === "typed" || source === "queued" || source === "suggestion_accepted";
}

/**
 * The state after a typed message or command, for the automation flag.
 *
 * @param state before
 * @param row the record
 * @param markers its markers
 * @param typed the record starts an exchange
 */
export function withAuthor(
  state: ReaderState,
  { row, markers, typed }: { readonly row: Row; readonly markers: Markers; readonly typed: "text" | "command" | "no" },
): ReaderState {
  if (markers.subagent) return state;
  if (saysPerson(markers)) return { ...state, person: true };
  if (typed === "no") return state;
  const program = PROGRAM_ENTRYPOINTS.has(row["entrypoint"]);
  if (program && markers.promptSource?.value === "sdk") return { ...state, program: true };
  // `claude -p "/name"` writes no promptSource on the command: it says nothing either way.
  return program && typed === "command" ? state : { ...state, person: true };
}
