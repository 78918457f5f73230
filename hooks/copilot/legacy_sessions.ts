/**
 * Sessions of before 0.0.342 (2025-10-15), which the client migrates when they are resumed: `history-session-state/*.json`.
 * No sample of their shape is public and nothing is known to say their directory, so they are counted and not read.
 *
 * @module
 */
import type { Collections } from "../../lib/types.ts";
import { copilotStores } from "./stores.ts";

/** What the client has not migrated. */
export const legacySessions: Collections = {
  stores: copilotStores,
  list(files, store) {
    const folder = `${store}/history-session-state`;
    return (files.list(folder) ?? []).filter((name) => name.endsWith(".json")).flatMap((name) => {
      const path = `${folder}/${name}`;
      const stat = files.lstat(path);
      return stat?.isFile && !stat.isSymlink ? [{ path, stat }] : [];
    });
  },
  holds: (path) => /[\\/]history-session-state[\\/][^\\/]+\.json$/.test(path),
  open(files, path) {
    const stat = files.stat(path);
    if (stat === undefined) return undefined;
    const name = path.replace(/^.*[\\/]/, "").replace(/[^\w.-]/g, "-");
    return { found: [{ path: `${path}/${name}l`, stat }], records: () => ({ skip: "legacy" }), close() {} };
  },
};
