/**
 * Which messages of a session were said during a pause.
 *
 * @module
 */
import type { DirectoryFacts } from "../ownership/mod.ts";
import { contains } from "../paths/contain.ts";
import { readPauses } from "../record/pauses.ts";
import type { Product } from "./product.ts";

/** True for the time of a message that was said during a pause. */
export type IsPaused = (at: string) => boolean;

/**
 * A test for the times of a session's messages.
 *
 * @param directories where the session took place
 * @returns undefined when no pause is about them
 */
export function pausesFor(product: Product, directories: readonly DirectoryFacts[]): IsPaused | undefined {
  const { files, homes, facts } = product;
  const spans = readPauses(files, homes.data).filter(({ dir }) => {
    if (dir === null) return true;
    const place = facts.view.identify(dir);
    const { real } = facts.view.find(place);
    return directories.some(({ lexical, real: actual }) =>
      [place, ...(real === null ? [] : [real])].some((root) =>
        contains(root, lexical, facts.machine.paths) || (actual !== null && contains(root, actual, facts.machine.paths))
      )
    );
  }).map(({ from, until }) => [Date.parse(from), until === null ? Infinity : Date.parse(until)] as const);
  if (spans.length === 0) return undefined;
  return (at) => {
    const time = Date.parse(at);
    return spans.some(([from, until]) => time >= from && time < until);
  };
}
