/**
 * A directory as a drive: what a path of Windows is called on the Linux machine that plays it.
 *
 * @module
 */

/** Both directions. */
export interface DrivePaths {
  /** @throws {Error} for a path that no Windows program would look at */
  native(path: string): string;
  back(path: string): string;
}

/**
 * Drive letters and the share of the distribution Ubuntu, which is there while it runs.
 *
 * @param drive the directory that is `C:\`
 * @param root the directory that holds both sides
 */
export function drivePaths(drive: string, root: string): DrivePaths {
  return {
    native(path) {
      const slashed = path.replaceAll("\\", "/").replace(/^\/\/\?\/(?=[A-Za-z]:\/)/, "");
      const share = /^\/\/wsl(?:\.localhost|\$)\/Ubuntu(\/.*)?$/i.exec(slashed);
      if (share !== null) return share[1] ?? "/";
      const at = /^[Cc]:(.*)$/.exec(slashed);
      if (at === null) throw new Error(`the Windows side looked at "${path}"`);
      return `${drive}${at[1]}`;
    },
    back(path) {
      if (path === drive || path.startsWith(`${drive}/`)) {
        return `C:${path.slice(drive.length).replaceAll("/", "\\") || "\\"}`;
      }
      return path.startsWith(root) ? `\\\\wsl.localhost\\Ubuntu${path.replaceAll("/", "\\")}` : path;
    },
  };
}
