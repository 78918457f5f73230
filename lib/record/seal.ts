/**
 * The seal: which rows this installation wrote itself. A clone or a colleague's files bring rows along that say anything;
 * they are shown, but never used as context (design section 5).
 *
 * @module
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import type { LearningRow } from "./learning_rows.ts";
import { isObject, type RawRow } from "./read_rows.ts";
import { sortedJson } from "./sorted_json.ts";

const SEAL_BYTES = 8;

/**
 * Seals a row.
 *
 * @param row a row; a seal it has already is taken off first
 * @param key this installation's key
 * @returns the row with `provenance.seal`: 16 hex of HMAC-SHA-256 over the row without it, keys sorted
 */
export function sealRow(row: LearningRow, key: Uint8Array): LearningRow {
  const { seal: _, ...provenance } = row.provenance;
  const bare = { ...row, provenance };
  return { ...bare, provenance: { ...provenance, seal: sealOf(bare, key) } };
}

/**
 * Checks a row's seal.
 *
 * @param row the row as it stands in the file, with whatever fields it has
 * @returns true when its seal is this installation's
 */
export function verifySeal(row: RawRow, key: Uint8Array): boolean {
  const { provenance } = row;
  if (!isObject(provenance) || typeof provenance.seal !== "string") return false;
  const { seal, ...bare } = provenance;
  return seal === sealOf({ ...row, provenance: bare }, key);
}

function sealOf(row: unknown, key: Uint8Array): string {
  const mac = hmac(sha256, key, new TextEncoder().encode(sortedJson(row)));
  return Array.from(mac.subarray(0, SEAL_BYTES), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
