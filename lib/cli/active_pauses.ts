/**
 * Pauses that are on, for the commands that set, end and show them.
 *
 * @module
 */
import type { Product } from "../import/product.ts";
import { type Pause, readPauses } from "../record/pauses.ts";
import { minuteOf } from "./moment.ts";

/** The pauses that are on now, in the order they began. */
export function activePauses({ files, homes, now }: Pick<Product, "files" | "homes" | "now">): readonly Pause[] {
  const time = now().getTime();
  return readPauses(files, homes.data).filter(({ from, until }) =>
    Date.parse(from) <= time && (until === null || time < Date.parse(until))
  );
}

/** A pause in words, without its begin: what is paused, and until when. */
export function pauseWords({ dir, until }: Pause): string {
  const what = dir === null ? "every conversation" : `conversations in "${dir}"`;
  return `${what}, ${until === null ? "until resumed" : `until ${minuteOf(until)}`}`;
}

/** The command that ends a pause. */
export function resumeCommand({ dir }: Pick<Pause, "dir">): string {
  return dir === null ? "imprint-hook resume" : `imprint-hook resume "${dir}"`;
}
