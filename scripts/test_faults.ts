/**
 * `deno task test:faults [--jobs N] [--every N] [WORD...]`: interrupts each hook and each command that writes at each of
 * its calls of the system, with each fault, and prints a table. Words choose the scenarios whose names hold one of them.
 *
 * The pairs of call and fault are dealt out to as many processes as there are processors, each with a machine of its own.
 *
 * @module
 */
import { SCENARIOS } from "../tests/faults/scenarios_test_support.ts";
import { sweepScenario, type Swept } from "../tests/faults/sweep_test_support.ts";
import { sweptTable } from "../tests/faults/swept_table_test_support.ts";

/** A share of the pairs: each `every`-th from `from` on. */
interface Share {
  readonly every: number;
  readonly from: number;
  readonly words: readonly string[];
}

if (import.meta.main) {
  const [first, ...rest] = Deno.args;
  if (first === "--share") await sweepShare(JSON.parse(rest[0] ?? "") as Share);
  else await sweepAll(Deno.args);
}

async function sweepAll(args: readonly string[]): Promise<void> {
  const numbers = { "--jobs": navigator.hardwareConcurrency, "--every": 1 };
  const words: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? "";
    if (arg === "--jobs" || arg === "--every") numbers[arg] = Math.max(1, Number(args[++index]));
    else words.push(arg);
  }
  const { "--jobs": jobs, "--every": every } = numbers;
  const start = performance.now();
  const shares = await Promise.all(
    Array.from({ length: jobs }, (_, from) => startShare({ every: every * jobs, from: from * every, words })),
  );
  const rows = new Map<string, Swept>();
  for (const swept of shares.flat()) {
    const { faults = 0, failures = [] } = rows.get(swept.scenario) ?? {};
    rows.set(swept.scenario, {
      ...swept,
      faults: faults + swept.faults,
      failures: [...failures, ...swept.failures],
    });
  }
  const all = [...rows.values()];
  console.log(sweptTable(all));
  console.log(`${Math.round((performance.now() - start) / 1000)} s, ${jobs} processes`);
  const failures = all.flatMap((swept) => swept.failures);
  for (const failure of failures) console.error(`\n${failure}`);
  Deno.exit(failures.length === 0 && all.length > 0 ? 0 : 1);
}

/** @returns what a process of its own found; it tells what it is at on standard error */
async function startShare(share: Share): Promise<readonly Swept[]> {
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-prompt", "--no-check", import.meta.filename ?? "", "--share", JSON.stringify(share)],
    stderr: "inherit",
  }).output();
  if (!success) throw new Error("a process of the sweep ended early");
  return JSON.parse(new TextDecoder().decode(stdout)) as readonly Swept[];
}

/** Each pair makes a small machine anew: that is three times as fast where no disk is behind it. */
function inMemory(): { readonly dir?: string } {
  try {
    return Deno.statSync("/dev/shm").isDirectory ? { dir: "/dev/shm" } : {};
  } catch {
    return {};
  }
}

async function sweepShare({ every, from, words }: Share): Promise<void> {
  const swept: Swept[] = [];
  for (const scenario of SCENARIOS) {
    if (words.length > 0 && !words.some((word) => scenario.name.includes(word))) continue;
    const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "imprint-faults-", ...inMemory() }));
    try {
      const one = await sweepScenario(root, scenario, { every, from }).catch((error): Swept => ({
        ...{ scenario: scenario.name, calls: 0, faults: 0 },
        failures: [`${scenario.name}, undisturbed: ${error instanceof Error ? error.message : error}`],
      }));
      console.error(`${one.scenario}: ${one.faults} faults, ${one.failures.length} failures`);
      swept.push(one);
    } finally {
      Deno.removeSync(root, { recursive: true });
    }
  }
  console.log(JSON.stringify(swept));
}
