import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { BridgeCall } from "../lib/bridge/envelope.ts";
import {
  countLost,
  MOST_SPOOLED,
  SPOOL_MILLISECONDS,
  spoolCall,
  spooledCalls,
  spooledCount,
  spoolLoss,
} from "../lib/bridge/spool.ts";
import { disk } from "../lib/io/disk.ts";
import { diskTest, withTemporaryDirectory } from "./disk_test_support.ts";
import { type Border, borderTest, windowsSide } from "./bridge_test_support.ts";

const NOW = Date.parse("2026-11-02T09:00:00.000Z");
const PROFILE = "ubuntu";

function call(session: string, more: Partial<BridgeCall> = {}): BridgeCall {
  return {
    bridge: 1,
    op: "stop",
    client: "claude-code",
    requestId: `r-${session}`,
    origin: { env: "windows", home: "C:\\Users\\mira", stores: [] },
    payload: { hook_event_name: "Stop", session_id: session, transcript_path: `C:\\t\\${session}.jsonl`, cwd: null },
    transcript: { mode: "path", size: 1, mtimeMs: 1 },
    ...more,
  };
}

function sessions(data: string, now = NOW): readonly string[] {
  return spooledCalls(disk, data, { profile: PROFILE, now }).map(({ call: { payload } }) => payload.session_id);
}

diskTest("spoolCall() keeps the bound and counts every call that fell out, the oldest ones", async () => {
  await withTemporaryDirectory((data) => {
    Deno.mkdirSync(`${data}/spool/${PROFILE}`, { recursive: true });
    for (let n = 0; n < MOST_SPOOLED - 1; n++) {
      const name = `${String(NOW + n).padStart(15, "0")}-r-s${n}-claude-code_turn_s${n}.json`;
      Deno.writeTextFileSync(`${data}/spool/${PROFILE}/${name}`, JSON.stringify(call(`s${n}`)));
    }
    const lost = Array.from({ length: 8 }, (_, n) => {
      const late = MOST_SPOOLED - 1 + n;
      return spoolCall(disk, data, { profile: PROFILE, call: call(`s${late}`), now: NOW + late });
    });
    assertEquals(lost, [0, 1, 1, 1, 1, 1, 1, 1]);
    assertEquals(spooledCount(disk, data, PROFILE), MOST_SPOOLED);
    assertEquals(spoolLoss(disk, data, PROFILE)?.count, 7);
    assertEquals(sessions(data), Array.from({ length: MOST_SPOOLED }, (_, n) => `s${n + 7}`));
  });
});

diskTest("spoolCall() gives up what is older than 30 days, and counts it", async () => {
  await withTemporaryDirectory((data) => {
    for (const [n, age] of [SPOOL_MILLISECONDS + 2, SPOOL_MILLISECONDS + 1, SPOOL_MILLISECONDS - 1, 5].entries()) {
      spoolCall(disk, data, { profile: PROFILE, call: call(`s${n}`), now: NOW - age });
    }
    // The second found the first too old by nothing: it is the new one that makes both of them go.
    assertEquals(spoolCall(disk, data, { profile: PROFILE, call: call("new"), now: NOW }), 2);
    assertEquals(sessions(data), ["s2", "s3", "new"]);
    assertEquals(spoolLoss(disk, data, PROFILE), { count: 2, last: new Date(NOW).toISOString() });
  });
});

diskTest("spoolCall() counts neither a later turn of a session nor its end as a loss", async () => {
  await withTemporaryDirectory((data) => {
    for (const [n, op] of (["stop", "stop", "session-end", "stop", "session-end"] as const).entries()) {
      const made = call("s", { op, requestId: `r${n}` });
      assertEquals(spoolCall(disk, data, { profile: PROFILE, call: made, now: NOW + n }), 0);
    }
    const left = spooledCalls(disk, data, { profile: PROFILE, now: NOW }).map(({ call: { requestId } }) => requestId);
    assertEquals([left, spoolLoss(disk, data, PROFILE)], [["r3", "r4"], undefined]);
  });
});

diskTest("spoolCall() keeps the order of calls when the clock goes back", async () => {
  await withTemporaryDirectory((data) => {
    for (const [n, session] of ["c", "a", "b"].entries()) {
      spoolCall(disk, data, { profile: PROFILE, call: call(session), now: NOW - n * 60_000 });
    }
    assertEquals(sessions(data), ["c", "a", "b"]);
  });
});

diskTest("spooledCalls() counts a damaged file as lost, and leaves what it does not know alone", async () => {
  await withTemporaryDirectory((data) => {
    spoolCall(disk, data, { profile: PROFILE, call: call("whole"), now: NOW });
    const directory = `${data}/spool/${PROFILE}`;
    Deno.writeTextFileSync(`${directory}/${String(NOW).padStart(15, "0")}-r-x_turn_y.json`, '{"bridge":1,"req');
    Deno.writeTextFileSync(`${directory}/note.txt`, "mine");
    assertEquals([sessions(data), spoolLoss(disk, data, PROFILE)?.count], [["whole"], 1]);
    assertEquals(sessions(data), ["whole"]);
    assertEquals([spoolLoss(disk, data, PROFILE)?.count, Deno.readTextFileSync(`${directory}/note.txt`)], [1, "mine"]);
  });
});

/** A conversation on Windows about a project inside. */
function talk(border: Border, n: number): readonly [session: string, transcript: string] {
  const session = `c${String(n).padStart(7, "0")}-0000-4000-8000-000000000001`;
  const cwd = `\\\\wsl.localhost\\Ubuntu${border.home.replaceAll("/", "\\")}\\garden`;
  border.windowsTranscript(session, [cwd], `rinse number ${n}`);
  return [session, `C:\\Users\\mira\\.claude\\projects\\-kettle\\${session}.jsonl`];
}

borderTest(
  "what fell out of the spool is told by list, doctor and drain, and learn inside still finds it",
  async (border) => {
    Deno.mkdirSync(`${border.home}/garden/.git`, { recursive: true });
    await border.register();
    const windows = windowsSide(border);
    const { files, homes } = windows.product;
    const [session, transcript] = talk(border, 1);
    const cwd = `\\\\wsl.localhost\\Ubuntu${border.home.replaceAll("/", "\\")}\\garden`;
    windows.mood("stopped");
    await windows.stop(session, transcript, cwd);
    // 31 days pass.
    const [name = ""] = (files.list(`${homes.data}/spool/ubuntu`) ?? []).filter((one) => one.endsWith(".json"));
    const old = String(Number(name.slice(0, 15)) - SPOOL_MILLISECONDS - 1000).padStart(15, "0");
    files.rename(`${homes.data}/spool/ubuntu/${name}`, `${homes.data}/spool/ubuntu/${old}${name.slice(15)}`);
    const [next, nextTranscript] = talk(border, 2);
    assertStringIncludes((await windows.stop(next, nextTranscript, cwd)).reason ?? "", "spool-full");
    assertEquals([windows.waiting(), spoolLoss(files, homes.data, PROFILE)?.count], [1, 1]);
    // Inside, the transcript is still read by a plain sweep: nothing is lost that the client kept.
    const swept = await border.json(["learn"]) as { clients: Record<string, { learned: number }> };
    assertEquals(swept.clients["claude-code"]?.learned, 2);
    assert(Deno.readTextFileSync(`${border.root}/starts`).split("\n").every((line) => !line.includes("-e")));
  },
);

borderTest("profile drain tells a loss once, profile list and doctor until then", async (border) => {
  await border.register();
  const data = `${border.home}/.local/share/imprint-hook`;
  disk.makeDirectory(`${data}/spool/ubuntu`);
  countLost(disk, data, { profile: "ubuntu", lost: 3, now: NOW });
  assertStringIncludes((await border.inside(["profile", "list"])).stdout, "3 fell out");
  const doctor = JSON.parse((await border.inside(["doctor", "--json"])).stdout) as { checks: Record<string, string>[] };
  assertStringIncludes(doctor.checks.find(({ id }) => id === "profiles/spool")?.found ?? "", "3 fell out");
  assertStringIncludes(
    (await border.inside(["profile", "drain"])).stdout,
    '3 calls fell out before. "imprint-hook learn"',
  );
  assertEquals((await border.inside(["profile", "drain"])).stdout, "ubuntu: 0 calls made, 0 waiting\n");
});
