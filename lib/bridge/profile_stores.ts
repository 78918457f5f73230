/**
 * Stores across the border: what the clients of the other side keep, as this side can open it, and the machine whose paths
 * stand in it.
 *
 * @module
 */
import { renderPath } from "../paths/render.ts";
import { parsePath } from "../paths/parse.ts";
import type { ClientModule, Environment } from "../types.ts";
import { mountTables, type Profile } from "./profile.ts";

/** A store of the other side. */
export interface ForeignStore {
  /** Native path on this machine. */
  readonly dir: string;
  /** The machine that recorded what lies in it. */
  readonly environment: Environment;
}

/** What decides which stores there are. */
export interface ForeignStoreOptions {
  /** This machine. */
  readonly machine: Environment;
  readonly profiles: readonly Profile[];
  /** Distributions that run: touching another one would start it. Only asked on Windows. */
  readonly running?: (distro: string) => boolean;
}

/**
 * The stores of the other side.
 *
 * What a profile names is the distribution's own, even when it lies on `C:` (https://github.com/openai/codex/issues/25741);
 * the rest of the Windows home is Windows'.
 *
 * @param client whose
 * @param options this machine and the profiles
 * @returns native paths; they need not exist
 */
export function foreignStores(
  client: Pick<ClientModule, "name" | "stores">,
  { machine, profiles, running = () => false }: ForeignStoreOptions,
): readonly ForeignStore[] {
  const mounts = mountTables(profiles);
  const native = (path: string, environment: Environment): ForeignStore[] => {
    const place = parsePath(path, { environment, mounts });
    const dir = place.kind === "unknown" ? undefined : renderPath(place, { environment: machine, mounts });
    return dir === undefined ? [] : [{ dir, environment }];
  };
  const found: ForeignStore[] = [];
  for (const profile of profiles) {
    const wsl = { os: "wsl", distro: profile.distro } as const;
    if (machine.os === "windows" && running(profile.distro)) {
      found.push(...linuxStores(client, profile).flatMap((path) => native(path, wsl)));
    }
    if (machine.os !== "wsl" || !profile.here) continue;
    found.push(...linuxStores(client, profile).flatMap((path) => native(path, wsl)));
    if (profile.windowsHome === null) continue;
    const stores = client.stores({ home: profile.windowsHome, environment: () => undefined });
    found.push(...stores.flatMap((path) => native(path, { os: "windows" })));
  }
  return found;
}

function linuxStores(client: Pick<ClientModule, "name" | "stores">, profile: Profile): readonly string[] {
  if (client.name === "claude-code") return [profile.claudeConfigDir];
  if (client.name === "codex") return profile.codexHomes;
  return client.stores({ home: profile.home, environment: () => undefined });
}
