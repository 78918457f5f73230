import { assert, assertEquals } from "@std/assert";
import { canUseDisk } from "../../tests/disk_test_support.ts";
import { evaluateWishes } from "./wishes.ts";

Deno.test({
  name: "the rules hear a good third of the wishes in many words, and next to none where there is none",
  ignore: !canUseDisk,
  fn() {
    const all = evaluateWishes();
    assertEquals(all.map(({ wishes, others }) => [wishes, others]), [[90, 75], [80, 120], [80, 140]]);
    for (const { name, wishes, found, others, taken } of all) {
      assert(found / wishes >= 0.35, `${name}: ${found} of ${wishes}`);
      assert(taken.length / others <= 0.04, `${name}: ${taken.join(" | ")}`);
      assert(found / (found + taken.length) >= 0.9, `${name}: ${found} right, ${taken.length} wrong`);
    }
  },
});
