/**
 * Sessions of which a transcript was seen at some time, whatever became of it.
 *
 * @module
 */
import type { ClientModule, ClientName, StoredTranscript } from "../types.ts";
import { readRefusals } from "../record/kept_data.ts";
import type { Product } from "./product.ts";
import { storedSessions } from "./stored_sessions.ts";
import { nothingToLearn, readTranscriptStates, writeTranscriptState } from "./transcript_state.ts";

/**
 * Tells which sessions were stored, skipped or refused, by their ids.
 *
 * @param except what was read out of this file does not count
 */
export function seenSessions(
  product: Product,
  client: Pick<ClientModule, "name">,
  except: string,
): (sessionId: string) => boolean {
  const isOther = (path: string) => !path.startsWith(`${except}/`);
  const states = readTranscriptStates(product.files, product.homes.state)
    .filter((state) => state.client === client.name && isOther(state.transcript));
  const stored = storedSessions(product)
    .filter(({ meta }) => meta.client === client.name && meta.transcripts.some(isOther));
  const seen = new Set([
    ...states.flatMap(({ sessions }) => Object.keys(sessions)),
    ...stored.map(({ meta }) => meta.sessionId),
  ]);
  // The state may be lost.
  const wasRefused = readRefusals(product.files, product.homes.data);
  return (sessionId) => seen.has(sessionId) || wasRefused({ client: client.name, sessionId });
}

/** Remembers that nothing of a transcript is to be learned, so that no sweep asks again as long as it does not change. */
export function rememberNothing(
  { files, homes }: Pick<Product, "files" | "homes">,
  client: ClientName,
  { path, stat }: StoredTranscript,
): void {
  writeTranscriptState(files, homes.state, nothingToLearn({ client, transcript: path, ...stat }));
}
