/**
 * Started from Windows, `bash` is WSL's launcher and may be root: what somebody meant for themselves then lands in `/root`
 * (https://github.com/alexgreensh/token-optimizer/issues/78).
 *
 * @module
 */
import { InputError } from "../errors.ts";
import type { Product } from "../import/product.ts";
import { escapeControls } from "../io/escape_controls.ts";
import { workingDirectory } from "../io/process.ts";
import { parsePath } from "../paths/parse.ts";

/**
 * Checks who it is that installs something inside WSL. Windows' launcher starts in Windows' current directory; a root who
 * is meant can go elsewhere.
 *
 * @param action what was to be done, for the message
 * @throws {InputError} for root's home from a directory of Windows
 */
export function refuseWindowsBash(
  { facts, directories }: Pick<Product, "facts" | "directories">,
  action: string,
): void {
  const { environment, paths } = facts.machine;
  if (environment.os !== "wsl" || directories.home !== "/root") return;
  const cwd = workingDirectory();
  const mounts = paths.mounts ?? [];
  const { kind } = parsePath(cwd, { environment, mounts });
  if (kind !== "drive" && kind !== "unc") return;
  throw new InputError(
    `cannot ${action}: the home is /root of ${environment.distro}, and it was started in Windows' directory ` +
      `"${escapeControls(cwd)}", as "bash" of Windows does; start it inside as yourself, or from ~ if root is meant`,
  );
}
