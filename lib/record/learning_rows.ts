/**
 * Rows of the five learning files (design section 5, Learning rows; umwelten's `LearningRecord`).
 *
 * @module
 */
import type { ClientName, LearningKind } from "../types.ts";
import { isObject, type RawRow } from "./read_rows.ts";
import { utf8Prefix } from "./utf8.ts";

/** What was learned. */
export interface LearningPayload {
  /** The sentence that was learned. */
  readonly text: string;
  /** Rule id, `family.name`. */
  readonly rule?: string;
  /** 0 to 1: the precision that was measured for the rule. */
  readonly confidence?: number;
  /** Who said it; `model`: a program of the user's choice made it (`learn --extract`). */
  readonly assertedBy?: "user" | "assistant" | "tool" | "model";
  /** The words it was made of. */
  readonly quote?: string;
  /** What readers consolidate on. */
  readonly key?: string;
  /** `open_loops` only. */
  readonly status?: "open" | "closed";
  /** Withdraws the learning. */
  readonly retracted?: boolean;
  /** Keys of learnings this one takes the place of. */
  readonly supersedes?: readonly string[];
}

/** Where it came from. Rows of other tools have some of it or nothing. */
export interface LearningProvenance {
  /** Client that wrote the conversation. */
  readonly client?: ClientName;
  /** The session's first recorded directory, whatever the client. */
  readonly claudeProjectPath?: string;
  /** The client's id of the session, whatever the client. */
  readonly claudeSessionUuid?: string;
  /** Workspace that learned it. */
  readonly workspace?: string;
  /** Exchange it came from. */
  readonly exchangeId?: string;
  /** Messages it came from. */
  readonly messageUuids?: readonly string[];
  /** Version of the rules. */
  readonly rules?: string;
  /** Revision of the session that a relearned row belongs to; 0 when absent. */
  readonly rev?: number;
  /** Name and version of the program that wrote it. */
  readonly producer?: string;
  /** This installation's mark; see `seal.ts`. */
  readonly seal?: string;
}

/** One row. */
export interface LearningRow {
  /** The same in every run. */
  readonly id: string;
  /** The kind, which is also the name of the file. */
  readonly kind: LearningKind;
  /** The source's time, so that a second run writes the same row. */
  readonly createdAt: string;
  /** What was learned. */
  readonly payload: LearningPayload;
  /** Where it came from. */
  readonly provenance: LearningProvenance;
}

/**
 * Makes a row of what a JSONL line holds. Fields of the wrong type and unknown ones are left out; a row of another tool
 * needs an id, its kind and a payload, no more.
 *
 * @param kind the kind whose file the line stands in; a row that says another kind is none
 * @returns undefined when it is no learning
 */
export function parseLearningRow(raw: RawRow, kind: LearningKind): LearningRow | undefined {
  const { id, payload, provenance } = raw;
  if (typeof id !== "string" || raw.kind !== kind || !isObject(payload)) return undefined;
  const status = payload.status === "open" || payload.status === "closed" ? payload.status : undefined;
  const assertedBy = ASSERTERS.find((asserter) => asserter === payload.assertedBy);
  return {
    id,
    kind,
    createdAt: typeof raw.createdAt === "string" ? raw.createdAt : "",
    payload: {
      text: typeof payload.text === "string" ? payload.text : payloadText(payload),
      ...texts(payload, ["rule", "quote", "key"]),
      ...(typeof payload.confidence === "number" ? { confidence: payload.confidence } : {}),
      ...(assertedBy === undefined ? {} : { assertedBy }),
      ...(status === undefined ? {} : { status }),
      ...(payload.retracted === true ? { retracted: true } : {}),
      ...lists(payload, ["supersedes"]),
    },
    provenance: isObject(provenance)
      ? {
        ...texts(provenance, PROVENANCE_TEXTS),
        ...(Number.isSafeInteger(provenance.rev) ? { rev: provenance.rev as number } : {}),
        ...lists(provenance, ["messageUuids"]),
      } as LearningProvenance
      : {},
  };
}

const ASSERTERS = ["user", "assistant", "tool", "model"] as const;

/** A text is shown up to here when another tool keeps it in fields of its own. */
const MOST_FOREIGN_BYTES = 2 * 1024;

/**
 * What a payload without `text` says: its own strings, as umwelten lets a writer name its fields (`{"note":"uses pnpm"}`);
 * a row that withdraws says nothing.
 *
 * @example
 * ```ts
 * import { payloadText } from "./learning_rows.ts";
 * payloadText({ note: "uses pnpm", since: 2024 }); // "uses pnpm"
 * ```
 */
export function payloadText(payload: RawRow): string {
  if (payload.retracted === true) return "";
  const own = Object.entries(payload).filter(([name]) => !OWN_FIELDS.has(name));
  const said = own.flatMap(([, value]) => typeof value === "string" && value.trim() !== "" ? [value] : []);
  const text = said.length > 0 ? said.join("; ") : own.length > 0 ? JSON.stringify(Object.fromEntries(own)) : "";
  return utf8Prefix(text, MOST_FOREIGN_BYTES);
}

/** Fields that say something about the learning, not what was learned. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  "rule",
  "confidence",
  "assertedBy",
  "quote",
  "key",
  "status",
  "retracted",
  "supersedes",
]);

const PROVENANCE_TEXTS = [
  "client",
  "claudeProjectPath",
  "claudeSessionUuid",
  "workspace",
  "exchangeId",
  "rules",
  "producer",
  "seal",
] as const;

function texts<K extends string>(from: RawRow, names: readonly K[]): { readonly [P in K]?: string } {
  const found: { [P in K]?: string } = {};
  for (const name of names) {
    const value = from[name];
    if (typeof value === "string") found[name] = value;
  }
  return found;
}

function lists<K extends string>(from: RawRow, names: readonly K[]): { readonly [P in K]?: readonly string[] } {
  const found: { [P in K]?: readonly string[] } = {};
  for (const name of names) {
    const value = from[name];
    if (Array.isArray(value)) found[name] = value.filter((item) => typeof item === "string");
  }
  return found;
}
