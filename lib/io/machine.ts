/**
 * What kind of machine this is.
 *
 * @module
 */
import type { Environment } from "../types.ts";
import type { EnvironmentReader } from "./env.ts";
import type { Files } from "./files.ts";

/** What the kind of machine is told from. */
export interface MachineOptions {
  /** As in `Deno.build.os`. */
  readonly os: typeof Deno.build.os;
  readonly environment: EnvironmentReader;
  readonly files: Pick<Files, "stat">;
  /** The distro's name as written at registration inside it, for processes without `WSL_DISTRO_NAME` (sudo, cron, ssh). */
  readonly registeredDistro?: string;
  /** Mount points and their device numbers as registered with it: one that is still the same is as good a sign as any. */
  readonly registeredMounts?: readonly { readonly at: string; readonly dev: number | null }[];
}

/** Only WSL has these; `/init` is the program that starts Windows executables, the others hold its sockets. */
const WSL_SIGNS = ["/run/WSL", "/mnt/wslg", "/init"];
/** A container on WSL inherits its kernel, not its drives. */
const CONTAINER_SIGNS = ["/.dockerenv", "/run/.containerenv"];

/**
 * Tells the kind of machine.
 *
 * WSL is known by its name *and* a sign on disk, as a repository can set a session's environment; below `/proc` nothing
 * can be read (design section 7). A name that was registered goes before the variable. WSL of an unknown name counts as
 * plain Linux: paths cannot be translated then.
 */
export function machineEnvironment(options: MachineOptions): Environment {
  if (options.os === "windows") return { os: "windows" };
  if (options.os === "darwin") return { os: "macos" };
  const distro = options.registeredDistro ?? options.environment("WSL_DISTRO_NAME");
  if (distro === undefined) return { os: "linux" };
  const exists = (path: string) => options.files.stat(path) !== undefined;
  const isMounted = options.registeredMounts?.some(({ at, dev }) =>
    dev !== null && options.files.stat(at)?.dev === dev
  );
  // A container that was given both the home and the drives of the distribution sees what the distribution sees.
  const isWsl = isMounted === true || (WSL_SIGNS.some(exists) && !CONTAINER_SIGNS.some(exists));
  return isWsl ? { os: "wsl", distro } : { os: "linux" };
}
