/**
 * What is remembered about a transcript, looked over before it is believed: a state that a crash, a disk or a person
 * damaged is as good as none.
 *
 * @module
 */
import { parseCursor } from "../record/parse_meta.ts";
import { isObject } from "../record/read_rows.ts";
import type { TranscriptState } from "./transcript_state.ts";

/**
 * True when every part has the shape that is written.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(isTranscriptState({ schema: 1, client: "codex" }), false);
 * ```
 */
export function isTranscriptState(value: unknown): value is TranscriptState {
  if (!isObject(value) || value.schema !== 1) return false;
  const { client, transcript, done, surveyed, survey, sessions } = value;
  return typeof client === "string" && typeof transcript === "string" && isDone(done) &&
    parseCursor(surveyed) !== null && isSurvey(survey) && isRecordOf(sessions, isSession);
}

function isDone(value: unknown): boolean {
  return value === null || (isObject(value) && typeof value.size === "number" && typeof value.mtime === "number");
}

function isSurvey(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { sessions, end, mayOptOut, mayBeAutomation, moreSessions } = value;
  return isListOf(sessions, isSurveyedSession) && typeof end === "number" && typeof moreSessions === "number" &&
    typeof mayOptOut === "boolean" && typeof mayBeAutomation === "boolean";
}

function isSurveyedSession(value: unknown): boolean {
  return isObject(value) && typeof value.id === "string" && isListOf(value.directories, isDirectory) &&
    isListOf(value.originSessions, isText) && isMaybe(value.parentSessions, isTexts) && isMaybe(value.remotes, isTexts);
}

function isDirectory(value: unknown): boolean {
  return isObject(value) && typeof value.path === "string" && typeof value.source === "string" &&
    isMaybe(value.environment, isObject);
}

function isSession(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { flags, projectPath, places, touched, origins, otherKeys, payloadPaths, verdicts } = value;
  return isRecordOf(flags, (flag) => typeof flag === "boolean") && typeof projectPath === "string" &&
    isListOf(places, isPlace) && isMaybe(touched, isTexts) && isMaybe(otherKeys, isTexts) &&
    isMaybe(payloadPaths, isTexts) &&
    isMaybe(origins, (found) => isRecordOf(found, (directories) => isListOf(directories, isDirectory))) &&
    isRecordOf(verdicts, isVerdict);
}

function isPlace(value: unknown): boolean {
  return isObject(value) && typeof value.workspace === "string" && typeof value.workDir === "string";
}

function isVerdict(value: unknown): boolean {
  return isObject(value) && typeof value.kind === "string" && typeof value.config === "string";
}

type Check = (value: unknown) => boolean;

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isTexts(value: unknown): boolean {
  return isListOf(value, isText);
}

function isListOf(value: unknown, check: Check): boolean {
  return Array.isArray(value) && value.every(check);
}

function isRecordOf(value: unknown, check: Check): boolean {
  return isObject(value) && Object.values(value).every(check);
}

function isMaybe(value: unknown, check: Check): boolean {
  return value === undefined || check(value);
}
