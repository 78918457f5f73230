/**
 * Session handles and the store format: what lies below `.umwelten/learnings/`, and how it is read and written.
 *
 * @module
 */
export * from "./canonical.ts";
export * from "./exchange_row_types.ts";
export * from "./exchange_rows.ts";
export * from "./heartbeats.ts";
export * from "./ids.ts";
export * from "./kept_data.ts";
export * from "./layout.ts";
export * from "./learning_key.ts";
export * from "./learning_rows.ts";
export * from "./learnings_store.ts";
export * from "./meta.ts";
export * from "./meta_types.ts";
export * from "./prepare_directory.ts";
export * from "./question_holders.ts";
export * from "./read_exchanges.ts";
export * from "./remove_messages.ts";
export * from "./remove_text.ts";
export * from "./seal.ts";
export * from "./seal_key.ts";
export * from "./seen.ts";
export * from "./session_store.ts";
export * from "./text_chunks.ts";
