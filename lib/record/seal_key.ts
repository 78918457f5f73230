/**
 * This installation's seal key.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { under } from "./layout.ts";

const KEY_BYTES = 32;
const LOCK_MILLISECONDS = 5000;

/**
 * Reads the key, or makes one (32 random bytes, 0600), once, under a lock of its own, so that two programs started at the
 * same time agree on it. A file of another size is no key and is replaced; rows sealed with it become foreign.
 *
 * @param data the kept data's directory
 * @throws {Error} when the key cannot be made because another program holds the lock for more than 5 s
 */
export async function loadSealKey(
  files: Pick<Files, "readBytes" | "makeDirectory" | "lock" | "replace">,
  data: string,
): Promise<Uint8Array> {
  const path = under(data, "seal.key");
  const known = files.readBytes(path);
  if (known?.length === KEY_BYTES) return known;
  files.makeDirectory(data);
  const lock = await files.lock(under(data, "seal.lock"), { milliseconds: LOCK_MILLISECONDS });
  if (lock === undefined) {
    throw new Error(
      `cannot make the seal key "${path}": another program has held its lock for 5 s; run the command again`,
    );
  }
  try {
    const made = files.readBytes(path);
    if (made?.length === KEY_BYTES) return made;
    const key = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
    files.replace(path, key);
    return key;
  } finally {
    lock.release();
  }
}
