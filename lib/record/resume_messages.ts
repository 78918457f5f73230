/**
 * What a session goes on with after a restart.
 *
 * @module
 */
import { type MessageRole, type TextMessage, textMessageOf } from "./message_text.ts";
import { iterateMessagesBackwards, type TranscriptFiles } from "./transcript_messages.ts";

export type { MessageRole, TextMessage };

/**
 * The last messages of user and assistant over all parts of a transcript: their text alone, the first of them the user's,
 * as model SDKs expect. Only the end of the transcript is read.
 *
 * @param sessionDir the session's directory; missing: no messages
 * @param options `count`: at most so many; leading ones of the assistant are left out of them
 */
export function resumeMessages(
  files: TranscriptFiles,
  sessionDir: string,
  options: { readonly count: number },
): readonly TextMessage[] {
  const messages: TextMessage[] = [];
  if (options.count < 1) return messages;
  for (const row of iterateMessagesBackwards(files, sessionDir)) {
    const message = textMessageOf(row);
    if (message === undefined) continue;
    messages.push(message);
    if (messages.length >= options.count) break;
  }
  messages.reverse();
  const first = messages.findIndex(({ role }) => role === "user");
  return first < 0 ? [] : messages.slice(first);
}
