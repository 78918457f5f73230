/**
 * Profiles by the name that a person typed.
 *
 * @module
 */
import type { Profile } from "../../bridge/profile.ts";
import { InputError } from "../../errors.ts";
import type { Product } from "../../import/product.ts";
import { escapeControls as visible } from "../../io/escape_controls.ts";

/**
 * The profile of that name; all without one.
 *
 * @throws {InputError} when there is none of that name
 */
export function namedProfiles({ profiles }: Pick<Product, "profiles">, name: string | undefined): readonly Profile[] {
  if (name === undefined) return profiles;
  const found = profiles.filter((profile) => profile.name === name);
  if (found.length > 0) return found;
  const known = profiles.map((profile) => `"${profile.name}"`).join(", ");
  throw new InputError(
    `no profile "${visible(name)}": ${known === "" ? "none is registered" : `there is ${known}`}; ` +
      'see "imprint-hook profile list"',
  );
}
