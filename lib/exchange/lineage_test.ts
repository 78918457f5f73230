import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { createLineage } from "./lineage.ts";

Deno.test("createLineage() rewinds the same exchanges in one run, which counts marks, and in a run for each prompt, which searches", () => {
  let rewinds = 0;
  fc.assert(
    fc.property(
      // How many records lie between two prompts, and how far back a prompt goes on from.
      fc.array(fc.tuple(fc.nat(12), fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat(40))), {
        minLength: 12,
        maxLength: 60,
      }),
      (prompts) => {
        const one = createLineage();
        let many = createLineage();
        const uuids = ["00000000-0000-4000-8000-000000000000"];
        for (const [between, back] of prompts) {
          for (let i = 0; i <= between; i++) {
            const uuid = `${String(uuids.length).padStart(8, "0")}-3d0e-4a53-9c55-2f6f0b7d9a10`;
            uuids.push(uuid);
            one.link(uuid);
            many.link(uuid);
          }
          const tree = { uuid: uuids.at(-1)!, parent: uuids.at(-2 - back) ?? null };
          const exchangeId = String(uuids.length).padStart(32, "0");
          many = createLineage(JSON.parse(JSON.stringify(many.snapshot()())));
          const rewound = one.prompt(exchangeId, tree);
          rewinds += rewound.length;
          assertEquals(many.prompt(exchangeId, tree), rewound);
        }
        assertEquals(one.snapshot()(), many.snapshot()());
      },
    ),
    { numRuns: 50 },
  );
  assert(rewinds > 50, String(rewinds));
});
