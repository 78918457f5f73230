/**
 * Feeds every target with many inputs and says what came of it. The same seed makes the same inputs.
 *
 * @module
 */
import process from "node:process";
import { inventedConfigs, inventedPayloads, inventedTranscripts } from "./invented_seeds_test_support.ts";
import { archiveSeeds, databaseSeeds, envelopeSeeds } from "./binary_seeds_test_support.ts";
import { archiveTarget, databaseTarget, envelopeTarget } from "./binary_targets_test_support.ts";
import { chanceOf, mutated } from "./mutate_test_support.ts";
import { readSeeds, type Seed } from "./seeds_test_support.ts";
import {
  configTarget,
  type FuzzInput,
  payloadTarget,
  settingsTarget,
  storeSeeds,
  storeTarget,
  type Target,
  transcriptTarget,
} from "./targets_test_support.ts";

/** What one target took. */
export interface TargetReport {
  readonly name: string;
  readonly inputs: number;
  readonly bytes: number;
  /** Milliseconds of the processors, as all times here: those of a clock tell what other programs do. */
  readonly ms: number;
  /** Longest time per MiB among inputs of 32 KiB and more; smaller ones say more of what every run costs. */
  readonly msPerMib: number;
  /** Longest time of one input. */
  readonly longest: number;
  /** What went wrong, with the numbers that make the input again. */
  readonly failures: readonly string[];
}

/** Runs all of them. @param options `inputs` all in all; `corpus` beside the fixtures */
export async function fuzz(
  options: { readonly seed: number; readonly inputs: number; readonly corpus: boolean },
): Promise<readonly TargetReport[]> {
  const seeds = readSeeds(options);
  const targets: readonly (readonly [name: string, share: number, seeds: readonly Seed[], target: Target])[] = [
    ["transcripts", 0.3, [...inventedTranscripts(), ...seeds.transcripts], transcriptTarget],
    ["payloads", 0.2, [...inventedPayloads(), ...seeds.payloads], payloadTarget],
    ["configuration", 0.15, inventedConfigs(), configTarget],
    ["settings", 0.1, seeds.settings, settingsTarget],
    ["store", 0.1, await storeSeeds(), storeTarget],
    ["archives", 0.05, await archiveSeeds(), archiveTarget],
    ["databases", 0.05, databaseSeeds(), databaseTarget],
    ["envelopes", 0.05, envelopeSeeds(), envelopeTarget],
  ];
  const reports: TargetReport[] = [];
  for (const [name, share, from, target] of targets) {
    reports.push(
      await feed(target, { name, seeds: from, seed: options.seed, inputs: Math.round(options.inputs * share) }),
    );
  }
  return reports;
}

/** An input that takes so long, and so long for its length, is tried again. */
const SUSPICIOUS_MS = 100;
const SUSPICIOUS_MS_PER_MIB = 1000;

async function feed(
  target: Target,
  { name, seeds, seed, inputs }: {
    readonly name: string;
    readonly seeds: readonly Seed[];
    readonly seed: number;
    readonly inputs: number;
  },
): Promise<TargetReport> {
  const others = seeds.map(({ bytes }) => bytes);
  const failures: string[] = [];
  let [total, bytesRead, msPerMib, longest] = [0, 0, 0, 0];
  for (let index = 0; index < inputs; index++) {
    const input = (): FuzzInput => {
      const chance = chanceOf(seed * 1_000_003 + index);
      const from = chance.of(seeds);
      return { bytes: mutated(from.bytes, chance, others), seed: from, chance };
    };
    const timed = async (): Promise<{ readonly ms: number; readonly size: number }> => {
      const given = input();
      const start = process.cpuUsage();
      try {
        await target(given);
      } catch (error) {
        const told = error instanceof Error ? error.stack ?? error.message : String(error);
        if (failures.length < 20) failures.push(`${name} ${seed}/${index} of ${given.seed.path}: ${told}`);
      }
      const { user, system } = process.cpuUsage(start);
      return { ms: (user + system) / 1000, size: given.bytes.length };
    };
    let { ms, size } = await timed();
    const isSlow = () => ms > SUSPICIOUS_MS && ms > SUSPICIOUS_MS_PER_MIB * size / 1_048_576;
    // What the collector of memory or the compiler made slow is not slow again.
    for (let again = 0; again < 4 && isSlow(); again++) ms = Math.min(ms, (await timed()).ms);
    total += ms;
    bytesRead += size;
    longest = Math.max(longest, ms);
    if (size >= 32_768) msPerMib = Math.max(msPerMib, ms / (size / 1_048_576));
  }
  return { name, inputs, bytes: bytesRead, ms: total, msPerMib, longest, failures };
}

/** One line a target. */
export function fuzzText(reports: readonly TargetReport[]): string {
  return reports.map(({ name, inputs, bytes, ms, msPerMib, longest, failures }) =>
    `${name}: ${inputs} inputs, ${(bytes / 1_048_576).toFixed(1)} MiB, ${(ms / 1000).toFixed(1)} s, longest ${
      longest.toFixed(0)
    } ms, at most ${msPerMib.toFixed(0)} ms a MiB, ${failures.length} failures`
  ).join("\n");
}
