/**
 * What every case of the benchmark works with, and what it gives.
 *
 * @module
 */
import type { CommandLine } from "./child.ts";
import { type Stats, statsOf } from "./stats.ts";

/** One line of the table. */
export interface Row {
  /** What was measured, with its unit. */
  readonly what: string;
  /** The figure; why there is none when it could not be measured. */
  readonly figure: Stats | string;
  /** The budget that the median has to keep; absent for figures that are only shown. */
  readonly most?: number;
}

/** A way to run the program. */
export interface Form {
  readonly name: string;
  /** The command line for some words. */
  line(words: readonly string[], options: FormOptions): CommandLine;
}

/** Where the program runs. */
export interface FormOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly stdin?: string;
}

/** One run of the benchmark. */
export interface Bench {
  /** A directory of its own, removed afterwards. */
  readonly scratch: string;
  readonly runs: number;
  /** Also what takes minutes: 1 GB. */
  readonly large: boolean;
  /** Every way to run the program; the first one is what people install. */
  readonly forms: readonly [Form, ...Form[]];
  /** A bare `deno run` of an empty script. */
  readonly bare: CommandLine;
  /** Tells how far it is. */
  say(text: string): void;
}

/** One part of the benchmark. */
export interface BenchCase {
  readonly name: string;
  run(bench: Bench): Promise<readonly Row[]>;
}

/** A line for numbers, with or without a budget. */
export function row(what: string, values: readonly number[], most?: number): Row {
  return { what, figure: statsOf(values), ...(most === undefined ? {} : { most }) };
}
