/**
 * `deno task soak`: 10,000 hook runs in one project with the bundled script, or as many as are said. The exit status is 1
 * when the last hundred took more than 1.1 times what the first hundred take. With `inside` behind the number only the
 * hundreds that are compared are processes of their own, which takes minutes instead of the better part of an hour.
 *
 * @module
 */
import { scriptForm } from "../bench/forms.ts";
import { soak } from "./soak.ts";

/** The last hundred against the first hundred. */
const MOST = 1.1;

if (import.meta.main) Deno.exit(await main(Deno.args));

async function main([word = "10000", inside]: readonly string[]): Promise<number> {
  const runs = Number(word);
  if (!(runs >= 200 && runs % 100 === 0)) {
    console.error("usage: soak [RUNS [inside]], whole hundreds, 200 and more");
    return 64;
  }
  const scratch = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "imprint-hook-soak-" }));
  try {
    const { comparisons } = await soak(await scriptForm(scratch), {
      scratch,
      runs,
      inside: inside === "inside",
      say: (text) => console.log(text),
    });
    const ratio = comparisons.at(-1)?.ratio.median ?? NaN;
    console.log(`the last hundred take ${ratio.toFixed(3)} times as long as the first, at most ${MOST}`);
    return ratio <= MOST ? 0 : 1;
  } finally {
    Deno.removeSync(scratch, { recursive: true });
  }
}
