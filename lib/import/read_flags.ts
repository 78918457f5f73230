/**
 * What the verdict needs to know about who typed: did the user opt out, is the session a program's? Answering takes the
 * typed rule over the whole session, so it is done only when the survey met something that may be one or the other.
 *
 * @module
 */
import { asksToOptOut, type PauseFilter } from "../ownership/mod.ts";
import type { SessionImport } from "./session_import.ts";
import { feedSession } from "../transcript/feed.ts";
import { isMessage } from "../transcript/is_message.ts";
import type { SessionEvent, SessionFlags } from "../types.ts";
import { isOver, OutOfTime } from "./time_limit.ts";
import type { KnownFlags } from "./transcript_state.ts";

/** What reading takes. */
type ReadSession = Pick<SessionImport, "handle" | "client" | "survey" | "session" | "options" | "skimming">;

/** The flags of a session, over all that was read so far and all that is new. */
export function readFlags({ known, survey, ...at }: SessionImport): KnownFlags {
  const flags = known?.flags ?? { optedOut: false, automation: false, person: false };
  if (flags.optedOut) return flags;
  const unsettled = !flags.person && (survey.mayBeAutomation || flags.automation);
  if (!survey.mayOptOut && !unsettled) return flags;
  let optedOut = false;
  let prompts = 0;
  const { automation } = readEvents({ ...at, survey }, (event) => {
    if (event.type !== "typed") return true;
    prompts++;
    optedOut ||= asksToOptOut(event.text);
    return !optedOut;
  });
  return { optedOut, automation, person: prompts > 0 && !automation };
}

/**
 * True when the session has dated messages and all of them were said during a pause; an undated one is as the last dated
 * one before it.
 */
export function isAllPaused(
  at: ReadSession,
  pauses: PauseFilter,
): boolean {
  let messages = 0;
  let outside = false;
  readEvents(at, (event) => {
    if (!isMessage(event) || event.at === null) return true;
    messages++;
    outside ||= !pauses.covers(event.at);
    return !outside;
  });
  return messages > 0 && !outside;
}

/**
 * Reads a session for what its events say, from its first byte or from a record on.
 *
 * @param onEvent returning false ends the reading
 * @returns the session's flags, as far as it was read
 * @throws {OutOfTime} when the time is over: half of a session answers nothing
 */
export function readEvents(
  { handle, client, survey, session, options, skimming }: ReadSession,
  onEvent: (event: SessionEvent) => boolean,
  { from = 0 }: { readonly from?: number } = {},
): SessionFlags {
  const reader = client.createReader({ sessionId: session.id });
  const { unfinished } = feedSession(handle, client, {
    sessionId: session.id,
    from,
    reader,
    current: survey.sessions.length === 1,
    isFinal: () => true,
    ...isOver(options.limit),
    ...(skimming === undefined ? {} : { skimming }),
    onEvent,
    onHold: () => {},
    onRelease: () => {},
  });
  if (unfinished) throw new OutOfTime();
  return reader.flags;
}
