/**
 * What the verdict needs to know about who typed: did the user opt out, is the session a program's? Answering takes the
 * typed rule over the whole session, so it is done only when the survey met something that may be one or the other.
 *
 * @module
 */
import { asksToOptOut } from "../ownership/mod.ts";
import type { SessionImport } from "./session_import.ts";
import { feedSession } from "../transcript/feed.ts";
import type { KnownFlags } from "./transcript_state.ts";

/** The flags of a session, over all that was read so far and all that is new. */
export function readFlags({ handle, client, survey, session, known }: SessionImport): KnownFlags {
  const flags = known?.flags ?? { optedOut: false, automation: false, person: false };
  if (flags.optedOut) return flags;
  const unsettled = !flags.person && (survey.mayBeAutomation || flags.automation);
  if (!survey.mayOptOut && !unsettled) return flags;
  const reader = client.createReader({ sessionId: session.id });
  let optedOut = false;
  let prompts = 0;
  feedSession(handle, client, {
    sessionId: session.id,
    from: 0,
    reader,
    current: survey.sessions.length === 1,
    final: true,
    onEvent(event) {
      if (event.type !== "typed") return true;
      prompts++;
      optedOut ||= asksToOptOut(event.text);
      return !optedOut;
    },
    onHold: () => {},
    onRelease: () => {},
  });
  const { automation } = reader.flags;
  return { optedOut, automation, person: prompts > 0 && !automation };
}
