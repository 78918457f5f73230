/**
 * The store: what lies below `.umwelten/learnings/`, and how it is read.
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
export type { MessageIdentity } from "../exchange/changes.ts";
export { disk } from "../io/disk.ts";
export type { Files, FileStat, Lock, ReadHandle, WriteOptions } from "../io/files.ts";
export {
  CLIENT_NAMES,
  type ClientName,
  type DirectorySource,
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
export { type CanonicalExchange, canonicalExchanges, type CanonicalMessage, storeEquals } from "./canonical.ts";
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
export type { LearningPayload, LearningProvenance, LearningRow } from "./learning_rows.ts";
export { latestById, type LearningsRead, readLearnings, type StoredLearning } from "./learnings_store.ts";
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
