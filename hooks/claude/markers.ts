/**
 * What a row states about its author, field by field (formats/claude_code.md 2.3). From none (2.1.112 and older) over
 * `promptSource` (2.1.168) and `origin` (August 2026) to `turnOrigin` (September 2026).
 *
 * @module
 */
import { asRow, asText, type Row } from "./records.ts";

/** A marker's value: absent, one this version knows, or one it does not know. */
export interface Marker {
  readonly known: boolean;
  readonly value: string;
}

/** The provenance markers of one row; undefined means that the row does not state it. */
export interface Markers {
  /** Side chain or sub-agent: a model wrote the prompt. */
  readonly subagent: boolean;
  /** The first of the fields that mark a row as the client's own, e.g. `isMeta`. */
  readonly own: string | undefined;
  /** Fields that say whose a row is in a way this version does not know, as `field=value`; they make it the client's. */
  readonly odd: readonly string[];
  readonly promptSource: Marker | undefined;
  readonly rowSource: Marker | undefined;
  /** `origin.kind`; `unclassified` says nothing and counts as absent. */
  readonly origin: Marker | undefined;
  /** `origin.subkind`. */
  readonly subkind: string | undefined;
  readonly turnOrigin: Marker | undefined;
}

/** Fields that make a row the client's own when they are set (step 3 of the table); those that say most come first. */
const OWN_FIELDS = [
  "isCompactSummary",
  "repeatsCompactSummary",
  "scheduledTaskId",
  "turnCompanion",
  "isMeta",
  "isVisibleInTranscriptOnly",
  "queueSkipAttachments",
] as const;

const PROMPT_SOURCES: ReadonlySet<string> = new Set(["typed", "queued", "sdk", "system", "suggestion_accepted"]);
const ROW_SOURCES: ReadonlySet<string> = new Set(["local", "harness", "recorded"]);
const TURN_ORIGINS: ReadonlySet<string> = new Set(["human", "sdk", "system", "peer", "scheduled", "task_notification"]);

/** `origin.kind` as published in the agent SDK 0.3.332. */
const ORIGIN_KINDS: ReadonlySet<string> = new Set([
  "human",
  "channel",
  "peer",
  "task-notification",
  "coordinator",
  "observer",
  "auto-continuation",
  "observer-activity",
]);

/** Fields whose value is an id, not a yes. */
const ID_FIELDS: ReadonlySet<string> = new Set(["scheduledTaskId", "agentId"]);

/** Longest marker value that is kept; the client's own are far shorter. */
const MAX_VALUE = 64;

function marker(value: unknown, known: ReadonlySet<string>): Marker | undefined {
  if (value === undefined || value === null) return undefined;
  const text = asText(value) ?? typeof value;
  return { known: typeof value === "string" && known.has(text), value: text.slice(0, MAX_VALUE).toWellFormed() };
}

function originMarker(value: unknown): Marker | undefined {
  if (value === undefined || value === null) return undefined;
  const row = asRow(value);
  const kind = row === undefined ? value : row["kind"];
  if (kind === "unclassified") return undefined;
  return marker(kind ?? "", ORIGIN_KINDS);
}

/**
 * Reads the markers of a row.
 *
 * @param row a `user` or `attachment` row
 */
export function readMarkers(row: Row): Markers {
  const odd: string[] = [];
  const isSet = (field: string): boolean => {
    const value = row[field];
    if (value === undefined || value === null || value === false || value === "") return false;
    const known = value === true || (typeof value === "string" && ID_FIELDS.has(field));
    if (!known) odd.push(`${field}=${(asText(value) ?? typeof value).slice(0, MAX_VALUE).toWellFormed()}`);
    return true;
  };
  // Every field is looked at, so that each odd one is counted.
  const [own] = OWN_FIELDS.filter(isSet);
  const role = asRow(row["message"])?.["role"];
  const foreign = role !== undefined && role !== null && role !== "user";
  if (foreign) odd.push(`message.role=${(asText(role) ?? typeof role).slice(0, MAX_VALUE).toWellFormed()}`);
  const subagent = ["isSidechain", "agentId"].filter(isSet).length > 0;
  return {
    subagent,
    own: own ?? (foreign ? "message.role" : undefined),
    odd,
    promptSource: marker(row["promptSource"], PROMPT_SOURCES),
    rowSource: marker(row["rowSource"], ROW_SOURCES),
    origin: originMarker(row["origin"]),
    subkind: asText(asRow(row["origin"])?.["subkind"])?.slice(0, MAX_VALUE),
    turnOrigin: marker(row["turnOrigin"], TURN_ORIGINS),
  };
}

/** Markers of a text about which nothing is stated. */
export const NO_MARKERS: Markers = {
  subagent: false,
  own: undefined,
  odd: [],
  promptSource: undefined,
  rowSource: undefined,
  origin: undefined,
  subkind: undefined,
  turnOrigin: undefined,
};

/**
 * The values that this version does not know, as `field=value`.
 *
 * @param markers of one row
 */
export function unknownMarkers(markers: Markers): readonly string[] {
  const found: string[] = [...markers.odd];
  const note = (field: string, value: Marker | undefined): void => {
    if (value !== undefined && !value.known) found.push(`${field}=${value.value}`);
  };
  note("promptSource", markers.promptSource);
  note("rowSource", markers.rowSource);
  note("origin.kind", markers.origin);
  note("turnOrigin", markers.turnOrigin);
  return found;
}
