/**
 * The directories of a working directory's sessions.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { isSafeKey, learningsRoot, under } from "./layout.ts";

/** Where a session's files lie. */
export interface SessionDirectory {
  /** Name of the client's folder. */
  readonly client: string;
  /** `{learnings}/{client}` */
  readonly folder: string;
  readonly safeKey: string;
  readonly directory: string;
}

/** Names of the clients' folders in a working directory's learnings: beside them lie our own files, which all have a dot. */
export function clientFolders(files: Pick<Files, "list">, root: string): readonly string[] {
  return (files.list(root) ?? []).filter((name) => !name.includes("."));
}

/** Lists them, in the order of their names; whether anything readable is in them is not looked at. */
export function sessionDirectories(files: Pick<Files, "list">, workDir: string): readonly SessionDirectory[] {
  const root = learningsRoot(workDir);
  return clientFolders(files, root).flatMap((client) => {
    const folder = under(root, client);
    return (files.list(folder) ?? []).filter(isSafeKey)
      .map((safeKey) => ({ client, folder, safeKey, directory: under(folder, safeKey) }));
  });
}
