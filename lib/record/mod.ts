/**
 * The session record: what lies below `.umwelten/learnings/` and in the session directories of a habitat, how it is read,
 * and how it is added to. `README.md` beside this file shows each part at work.
 *
 * @example Everything that a session's directory holds
 * ```ts ignore
 * import { disk, EXCHANGES_FILE, readExchanges, readLearnings, readMeta, sessionPlace, under } from "@imprint-hook/imprint-hook/record";
 *
 * const place = sessionPlace({ workDir: "/srv/kettle", folder: "claude", projectPath: "/srv/kettle", sessionId: "5d2e" });
 * const committed = readMeta(disk, place.directory).imprint?.revision;
 * const { exchanges } = readExchanges(disk, under(place.directory, EXCHANGES_FILE), { committed });
 * const { learnings } = readLearnings(disk, place.directory, { key: undefined });
 * ```
 *
 * @module
 */
export { InputError } from "../errors.ts";
export type { MessageIdentity } from "../exchange/changes.ts";
export { disk } from "../io/disk.ts";
export type { Files, FileStat, Lock, ReadHandle, WriteOptions } from "../io/files.ts";
export {
  CLIENT_NAMES,
  type ClientName,
  type DirectorySource,
  type Environment,
  EVIDENCE_ORIGINS,
  type EvidenceOrigin,
  type ExchangeState,
  type Json,
  type Label,
  LABELS,
  LEARNING_KINDS,
  type LearningKind,
  type RecordedDirectory,
  type UserAnswerKind,
} from "../types.ts";
export { appendMessages, type NewMessage } from "./append_messages.ts";
export { type CanonicalExchange, canonicalExchanges, type CanonicalMessage, storeEquals } from "./canonical.ts";
export { COMPACTION_TYPE, type CompactionEventV1, isCompactionLine, parseCompaction } from "./compaction_event.ts";
export { type Compacted, type CompactionFiles, type CompactionOptions, compactTranscript } from "./compaction.ts";
export type {
  Chunk,
  ExchangeRow,
  ExchangeStateRow,
  StoredAnswer,
  StoredEvidence,
  StoredQuestion,
  StoredUserAnswer,
  StoreRow,
  WithheldRow,
} from "./exchange_row_types.ts";
export type { ExchangePosition } from "./exchange_rows.ts";
export { exchangeIdOf, learningIdOf, type LearningIdParts, messageIdentityOf } from "./ids.ts";
export { type HabitatMeta, readHabitatMeta, updateHabitatMeta } from "./habitat_meta.ts";
export { introspect, type Introspection, type IntrospectionOptions, type SystemMessage } from "./introspection.ts";
export {
  EXCHANGES_FILE,
  isSafeKey,
  learningFile,
  learningsRoot,
  META_FILE,
  safeKey,
  type SessionPlace,
  sessionPlace,
  under,
} from "./layout.ts";
export { learningKeyOf } from "./learning_key.ts";
export { type LearningRecord, learningRecordOf } from "./learning_record.ts";
export type { LearningPayload, LearningProvenance, LearningRow } from "./learning_rows.ts";
export {
  type LearningsStore,
  type LearningsStoreFiles,
  type LearningsStoreOptions,
  type NewLearning,
  openLearnings,
} from "./learnings_file_store.ts";
export {
  type IdentifiedRow,
  latestById,
  type LearningsRead,
  readLearnings,
  type StoredLearning,
} from "./learnings_store.ts";
export { type MessageRole, type TextMessage, textMessageOf } from "./message_text.ts";
export { type MetaRead, readMeta } from "./meta.ts";
export type { ImprintMeta, MetaCursor, MetaTombstone } from "./meta_types.ts";
export {
  type ExchangeAnswer,
  type ExchangeEvidence,
  type ExchangeMessage,
  type ExchangesRead,
  type ExchangeUserAnswer,
  readExchanges,
  type StoredExchange,
} from "./read_exchanges.ts";
export type { RawRow } from "./read_rows.ts";
export type { ExchangesScanned } from "./scan_exchanges.ts";
export { verifySeal } from "./seal.ts";
export { resumeMessages } from "./resume_messages.ts";
export { habitatDigest, habitatSessions, type SessionDigest, storedDigest } from "./session_digest.ts";
export {
  type ClaudeSession,
  resolveClaudeSession,
  resolveHabitatSession,
  type SessionHandle,
  type SessionRecordSource,
} from "./session_handle.ts";
export {
  LEARNINGS_APPEND_INPUT,
  LEARNINGS_READ_INPUT,
  type LearningsAppendInput,
  type LearningsReadInput,
  type ToolInput,
  type ToolSchema,
  TRANSCRIPT_COMPACT_INPUT,
  type TranscriptCompactInput,
} from "./session_tool_inputs.ts";
export {
  createSessionTools,
  type SessionTool,
  type SessionTools,
  type SessionToolsOptions,
  type ToolAnswer,
} from "./session_tools.ts";
export { ForgottenError } from "./stays_forgotten.ts";
export {
  iterateMessages,
  iterateMessagesBackwards,
  lastMessages,
  loadMessages,
  type TranscriptCounts,
  type TranscriptFiles,
  type TranscriptMessage,
  type TranscriptRead,
} from "./transcript_messages.ts";
export { LIVE_TRANSCRIPT, type TranscriptSegment, transcriptSegments } from "./transcript_segments.ts";
