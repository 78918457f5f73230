/**
 * Text of one environment to text of another.
 *
 * @module
 */
import type { Environment } from "../types.ts";
import type { MountTables } from "./mounts.ts";
import { parsePath } from "./parse.ts";
import { renderPath } from "./render.ts";

/** From where to where. */
export interface Translation {
  /** The machine whose client wrote the text. */
  readonly from: Environment;
  /** The machine that shall understand the result. */
  readonly to: Environment;
  /** The registered WSL profiles. */
  readonly mounts?: MountTables;
}

/**
 * Says how another environment calls a recorded path.
 *
 * @param text what the client wrote
 * @param translation both environments and the known mounts
 * @returns undefined when it has no place or can't be reached from there
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const mounts = [{ distro: "Ubuntu", mounts: [{ src: "C:\\", at: "/mnt/c" }] }];
 * const to = { os: "wsl", distro: "Ubuntu" } as const;
 * assertEquals(translatePath("c:\\kettle", { from: { os: "windows" }, to, mounts }), "/mnt/c/kettle");
 * ```
 */
export function translatePath(text: string, { from, to, mounts = [] }: Translation): string | undefined {
  const place = parsePath(text, { environment: from, mounts });
  return place.kind === "unknown" ? undefined : renderPath(place, { environment: to, mounts });
}
