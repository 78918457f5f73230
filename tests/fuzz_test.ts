/**
 * Wrong bytes for everything that reads what others wrote: transcripts, payloads, configuration, settings, the store
 * itself. The long run is `tests/long/fuzz_test.ts`.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { diskTest } from "./disk_test_support.ts";
import { fuzz } from "./fuzz/run_test_support.ts";

diskTest("wrong bytes lead to no uncaught error, no write elsewhere and no second row", async () => {
  const reports = await fuzz({ seed: 1, inputs: 500, corpus: false });
  assertEquals(reports.flatMap(({ failures }) => failures), []);
});
