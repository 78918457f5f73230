/**
 * Projects whose settings got an entry: kept data, as `doctor` and `uninstall --all` have to find them again.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { CLIENT_NAMES, type ClientName } from "../types.ts";
import { createJsonlSet } from "./jsonl_set.ts";
import { under } from "./layout.ts";

/** A project that `install` was run for, with the client whose settings it edited. */
export interface KeptInstall {
  readonly client: ClientName;
  readonly project: string;
}

/**
 * Every project, in the order of the first `install`.
 *
 * @param data the kept data's directory
 */
export function readInstalls(files: Pick<Files, "open">, data: string): readonly KeptInstall[] {
  return installs(files, data).read();
}

/** Remembers a project. Writes only when it is new. */
export function keepInstall(
  files: Pick<Files, "open" | "append" | "makeDirectory">,
  data: string,
  entry: KeptInstall,
): void {
  installs(files, data).keep(files, entry);
}

function installs(files: Pick<Files, "open">, data: string) {
  return createJsonlSet<KeptInstall>(files, under(data, "installs.jsonl"), {
    directory: data,
    parse({ client, project }) {
      const known = CLIENT_NAMES.find((name) => name === client);
      return known !== undefined && typeof project === "string" ? { client: known, project } : undefined;
    },
  });
}
