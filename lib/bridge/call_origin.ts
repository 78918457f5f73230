/**
 * Calls of a client that runs on the other side: in WSL a hook entry may name the program on Windows, and Windows programs hand
 * their hooks to WSL (https://github.com/obra/superpowers/pull/2165). The store that holds the transcript says whose it is.
 *
 * @module
 */
import type { Product } from "../import/product.ts";
import { translatePath } from "../paths/translate.ts";
import type { ClientModule, Environment, HookCall } from "../types.ts";
import { foreignStores } from "./profile_stores.ts";

/** A call as this side can answer it. */
export interface CallHere {
  readonly product: Product;
  readonly call: HookCall;
}

/**
 * Reads a call with the paths of the machine that made it.
 *
 * @returns the same call where this very side made it, or nobody knows who did
 */
export function callHere(product: Product, client: ClientModule, call: HookCall): CallHere {
  const { profiles, facts, config } = product;
  const machine = facts.machine.environment;
  const { transcript } = call;
  const mounts = facts.machine.paths.mounts ?? [];
  // A distribution whose hook is running runs.
  const stores = foreignStores(client, { machine, profiles, running: () => true });
  for (const from of transcript === null ? [] : origins(product, transcript)) {
    const native = translatePath(transcript ?? "", { from, to: machine, mounts });
    const store = stores.find(({ dir }) => native?.startsWith(`${dir}/`) === true || native?.startsWith(`${dir}\\`));
    if (native === undefined || store === undefined) continue;
    const recorded = { ...config, stores: [...config.stores, { client: client.name, dir: store.dir }] };
    return {
      product: { ...product, config: recorded, environment: store.environment },
      call: { ...call, transcript: native },
    };
  }
  return { product, call };
}

/** The machines that write a path so. */
function origins({ profiles, facts }: Product, transcript: string): readonly Environment[] {
  const isLinux = transcript.startsWith("/") && !transcript.startsWith("//");
  if (facts.machine.environment.os === "windows") {
    return isLinux ? profiles.map(({ distro }) => ({ os: "wsl", distro })) : [];
  }
  return facts.machine.environment.os === "wsl" && !isLinux ? [{ os: "windows" }] : [];
}
