/**
 * `profiles.json` on the disk.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import type { Files } from "../io/files.ts";
import { type Homes, PROFILES_FILE } from "../io/homes.ts";
import { under } from "../record/layout.ts";
import { parseProfiles, type Profile, profilesText } from "./profile.ts";

/**
 * The registered profiles.
 *
 * @param text of the file, where it was read already
 * @throws {InputError} when the file cannot be used: without its tables, directories would be placed wrongly
 */
export function readProfiles(text: string | undefined, homes: Pick<Homes, "config">): readonly Profile[] {
  if (text === undefined) return [];
  const { profiles, problem } = parseProfiles(text);
  if (problem === undefined) return profiles;
  throw new InputError(
    `cannot use "${under(homes.config, PROFILES_FILE)}": ${problem}; nothing is learned until it is mended, ` +
      `or removed and "imprint-hook profile add" is run again`,
  );
}

/** Writes the profiles, sorted by name. */
export function writeProfiles(
  files: Pick<Files, "makeDirectory" | "replace">,
  homes: Pick<Homes, "config">,
  profiles: readonly Profile[],
): void {
  files.makeDirectory(homes.config);
  const sorted = [...profiles].sort((a, b) => a.name < b.name ? -1 : 1);
  files.replace(under(homes.config, PROFILES_FILE), new TextEncoder().encode(profilesText(sorted)));
}
