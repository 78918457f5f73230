import { assert, assertEquals } from "@std/assert";
import { drain } from "../lib/bridge/outer.ts";
import { spooledCalls } from "../lib/bridge/spool.ts";
import { garden, share, stored, transcriptOf } from "./bridge_garden_test_support.ts";
import { borderTest, windowsSide } from "./bridge_test_support.ts";
import { runs } from "./runs_test_support.ts";

const CALLS = runs(8, 100);

borderTest(`${CALLS} calls that waited are made in order and once`, async (border) => {
  const project = await garden(border);
  const windows = windowsSide(border);
  windows.mood("stopped");
  const sessions = Array.from(
    { length: CALLS },
    (_, n) => `c${String(n).padStart(7, "0")}-0000-4000-8000-000000000001`,
  );
  for (const session of sessions) {
    border.windowsTranscript(session, [share(project)], `rinse number ${session}`);
    await windows.stop(session, transcriptOf(session), share(project));
  }
  assertEquals(windows.waiting(), CALLS);
  windows.mood("running");
  const [profile] = windows.product.profiles;
  assert(profile);
  const { files, homes } = windows.product;
  const order = spooledCalls(files, homes.data, { profile: profile.name, now: Date.now() }).map(({ call }) => call);
  assertEquals(order.map(({ payload }) => payload.session_id), sessions);
  const answered: string[] = [];
  let waiting = CALLS;
  for (let round = 0; waiting > 0 && round < 5; round++) {
    const drained = await drain(windows.product, profile, { run: windows.run });
    waiting = drained.waiting;
    answered.push(...drained.results.filter(({ status }) => status === "learned").map(({ requestId }) => requestId));
  }
  assertEquals([waiting, answered], [0, order.map(({ requestId }) => requestId)]);
  const all = stored(project);
  assertEquals([all.length, all.every(([, questions]) => questions === 1)], [CALLS, true]);
});
