import { assertEquals } from "@std/assert";
import { nativePath } from "../../scripts/native_path.ts";
import { denoDirectory } from "../../scripts/deno_directory.ts";
import { diskTest } from "../../tests/disk_test_support.ts";
import { compactTranscript } from "./compaction.ts";
import { habitatLine, saidIn } from "./habitat_test_support.ts";
import { memoryFiles, put } from "./memory_files_test_support.ts";
import { iterateCompactionsBackwards } from "./transcript_messages.ts";
import { transcriptSegments } from "./transcript_segments.ts";

const DIR = "/habitat/sessions/kettle";
/** An hour that Berlin has twice, one that it does not have, and both sides of the date line. */
const NIGHTS: readonly (readonly [zone: string, start: string, offset: number])[] = [
  ["Europe/Berlin", "2026-10-25T00:00:00.000Z", -120],
  ["Europe/Berlin", "2026-03-29T00:00:00.000Z", -60],
  ["Pacific/Kiritimati", "2026-04-07T09:30:00.000Z", -840],
  ["Pacific/Pago_Pago", "2026-04-07T10:30:00.000Z", 660],
];

/** Compacts every 20 minutes for four hours. */
async function talkThroughNight(start: number): Promise<void> {
  const files = memoryFiles();
  const said: string[] = [];
  for (let step = 0; step < 12; step++) {
    said.push(`message ${step}`);
    const live = files.readText(`${DIR}/transcript.jsonl`) ?? "";
    put(files, `${DIR}/transcript.jsonl`, `${live}${habitatLine("user", `message ${step}`)}\n`);
    const now = new Date(start + step * 20 * 60_000);
    const { frozenRelative } = await compactTranscript(files, DIR, { summary: `summary ${step}`, now });
    assertEquals(frozenRelative, `transcript.${now.toISOString().replaceAll(":", "-")}.jsonl`);
  }
  assertEquals(saidIn(files, DIR), said);
  const names = transcriptSegments(files, DIR).map(({ name }) => name).slice(0, -1);
  assertEquals(names, names.toSorted());
  const summaries = Array.from(iterateCompactionsBackwards(files, DIR), ({ summary }) => summary);
  assertEquals(summaries, said.map((_, step) => `summary ${step}`).reverse());
}

// The zone is the whole process's, and other tests run in this one: each night has one of its own.
if (import.meta.main) {
  const [start = "", offset] = Deno.args;
  assertEquals(new Date(start).getTimezoneOffset(), Number(offset));
  await talkThroughNight(Date.parse(start));
} else {
  for (const [zone, start, offset] of NIGHTS) {
    diskTest(`compactTranscript() keeps the order of messages in ${zone} from ${start.slice(0, 10)} on`, async () => {
      const { code, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "--quiet", "--no-check", nativePath(new URL(import.meta.url)), start, String(offset)],
        env: { TZ: zone, DENO_DIR: denoDirectory() },
      }).output();
      assertEquals(code, 0, new TextDecoder().decode(stderr));
    });
  }
}
