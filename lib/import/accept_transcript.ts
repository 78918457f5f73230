/**
 * Which file a hook may read: one below a default or recorded store, by its real path. A payload is not trusted to name
 * any other, and a repository that sets the environment cannot move the stores (design section 4).
 *
 * @module
 */
import type { ClientModule, HookCall } from "../types.ts";
import type { Product } from "./product.ts";

/** The file, or why there is none; `reason` beside a file is a warning. */
export type AcceptedTranscript =
  | { readonly transcript: string; readonly reason?: string }
  | { readonly transcript?: undefined; readonly reason: string };

/**
 * Accepts the transcript that a payload names, or finds it by the session's id when the path is missing or leads nowhere
 * (https://github.com/anthropics/claude-code/issues/13668, https://github.com/thedotmack/claude-mem/issues/1234).
 */
export function acceptTranscript(product: Product, client: ClientModule, call: HookCall): AcceptedTranscript {
  const { files, config, directories } = product;
  const stores = [
    ...client.stores({ home: directories.home, environment: () => undefined }),
    ...config.stores.filter((store) => store.client === client.name).map(({ dir }) => dir),
  ];
  const named = call.transcript === null ? undefined : files.realPath(call.transcript);
  if (named !== undefined && files.stat(named)?.isFile) {
    const isInside = stores.some((store) => {
      const root = files.realPath(store);
      return root !== undefined && (named.startsWith(`${root}/`) || named.startsWith(`${root}\\`));
    });
    return isInside ? { transcript: named } : { reason: "outside-stores" };
  }
  const found = stores.flatMap((store) => client.transcripts(files, store))
    .filter(({ path }) => path.replace(/^.*[/\\]/, "").startsWith(`${call.sessionId}.`));
  const [largest, ...others] = found.sort((a, b) => b.stat.size - a.stat.size);
  if (largest === undefined) return { reason: "missing" };
  const transcript = files.realPath(largest.path) ?? largest.path;
  return others.length === 0 ? { transcript } : { transcript, reason: "several-files" };
}
