/**
 * Which side of the border between Windows and WSL stores a conversation: the one on whose disk its project lies. File locks do
 * not reach across the border, so two sides never write one working directory.
 *
 * @module
 */
import type { Identity } from "../paths/identity.ts";
import type { Environment } from "../types.ts";
import { type Profile, profileOf } from "./profile.ts";

/** What is known of a project. */
export interface ProjectPlace {
  /** Where the session's project lies. */
  readonly place: Identity;
  /** Where this side would write; null: into its own data, as it sees no such directory. */
  readonly workDir: Identity | null;
}

/**
 * The profile whose other side stores a conversation.
 *
 * @param machine this side
 * @param profiles the registered ones
 * @param project its project
 * @returns undefined when this side stores it
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const place = { kind: "wsl", distro: "Ubuntu", segments: ["home", "mira", "kettle"] } as const;
 * assertEquals(otherSide({ os: "windows" }, [], { place, workDir: null }), undefined);
 * ```
 */
export function otherSide(
  machine: Environment,
  profiles: readonly Profile[],
  { place, workDir }: ProjectPlace,
): Profile | undefined {
  // A directory that a person chose on this side's disk is this side's to write.
  if (machine.os === "windows") {
    return place.kind === "wsl" && workDir === null ? profileOf(profiles, place.distro) : undefined;
  }
  if (machine.os !== "wsl" || (workDir?.kind !== "drive" && workDir?.kind !== "unc")) return undefined;
  const own = profiles.find(({ here }) => here);
  // Without this program on Windows nobody else would store it.
  return own === undefined || own.windowsBin === null ? undefined : own;
}
