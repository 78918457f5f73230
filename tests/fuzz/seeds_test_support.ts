/**
 * What is mutated: the fixtures, and the public transcripts where they are there.
 *
 * @module
 */
import { hasCorpus, SHARED, walk } from "../import_test_support.ts";

/** One seed: bytes, and the path that the file has on the machine in memory. */
export interface Seed {
  readonly bytes: Uint8Array;
  readonly path: string;
}

/** Seeds by what they are. */
export interface Seeds {
  readonly transcripts: readonly Seed[];
  readonly payloads: readonly Seed[];
  readonly settings: readonly Seed[];
}

const FIXTURES = new URL("../../fixtures", import.meta.url).pathname;
/** So much of a file is a seed: whole lines up to here, from a line on that differs from file to file. */
const MOST_BYTES = 12_000;

/** Reads them. @param options `corpus`: also the public transcripts beside the project */
export function readSeeds(options: { readonly corpus: boolean }): Seeds {
  const files = [...walk(FIXTURES)];
  const corpus = options.corpus && hasCorpus() ? [...walk(`${SHARED}corpus`)] : [];
  const transcripts = [...files, ...corpus].filter((path) =>
    /\.jsonl$|\.zst$|_history\.json$|messages\.json$/.test(path)
  )
    .filter((path) => !path.includes("/expected/"));
  return {
    transcripts: transcripts.flatMap((path, index) => pieces(path, index)),
    payloads: files.filter((path) => path.endsWith("payload.json")).flatMap((path) => pieces(path, 0)),
    settings: files.filter((path) => path.includes("/settings/") && /\.(?:json|toml)$/.test(path))
      .flatMap((path) => pieces(path, 0)),
  };
}

function pieces(path: string, index: number): readonly Seed[] {
  const bytes = Deno.readFileSync(path);
  if (bytes.length <= MOST_BYTES || path.endsWith(".zst")) return [{ bytes, path }];
  const from = index % 3 === 0 ? 0 : bytes.indexOf(0x0a, Math.floor(bytes.length / (index % 3 + 1))) + 1;
  const end = bytes.lastIndexOf(0x0a, from + MOST_BYTES) + 1;
  return end <= from ? [] : [{ bytes: bytes.slice(from, end), path }];
}
