/**
 * What is stored about a session, as facts to decide on again with today's configuration and disk.
 *
 * @module
 */
import { NO_FLAGS, type OwnershipFlags, type SessionFacts } from "../ownership/mod.ts";
import type { ImprintMeta } from "../record/meta_types.ts";
import type { Json } from "../types.ts";
import { sessionFacts } from "./judge.ts";
import type { Product } from "./product.ts";

/** The facts of a stored session. */
export function storedFacts(
  product: Product,
  { directories, flags }: Pick<ImprintMeta, "directories" | "flags">,
): SessionFacts {
  const facts = sessionFacts(product, directories, {
    flags: storedFlags(flags),
    touched: storedTexts(flags, "touched"),
  });
  // They are stored in the form that is compared.
  return { ...facts, remotes: storedTexts(flags, "remotes") };
}

function storedTexts(flags: Json, name: "touched" | "remotes"): readonly string[] {
  if (typeof flags !== "object" || flags === null || Array.isArray(flags)) return [];
  const list = (flags as Readonly<Record<string, Json>>)[name];
  return Array.isArray(list) ? list.filter((text) => typeof text === "string") : [];
}

/** The flags as they were stored. */
function storedFlags(flags: Json): OwnershipFlags {
  if (typeof flags !== "object" || flags === null || Array.isArray(flags)) return NO_FLAGS;
  const stored = flags as Readonly<Record<string, Json>>;
  const is = (name: keyof OwnershipFlags): boolean => stored[name] === true;
  return {
    optedOut: is("optedOut"),
    paused: is("paused"),
    automation: is("automation"),
    isExport: is("isExport"),
    namedByPerson: is("namedByPerson"),
  };
}
