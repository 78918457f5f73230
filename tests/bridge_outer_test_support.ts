/**
 * The Windows side as a process that can be killed: one Stop hook. Words: the root, the session, the working directory.
 *
 * @module
 */
import { windowsSide } from "./bridge_test_support.ts";

if (import.meta.main) {
  const [root = "", session = "", cwd = "", mood = "running"] = Deno.args;
  const windows = windowsSide({ root, drive: `${root}/mnt/c`, home: `${root}/home/mira` });
  if (mood === "stopped" || mood === "killed-after" || mood === "slow") windows.mood(mood);
  const transcript = `C:\\Users\\mira\\.claude\\projects\\-kettle\\${session}.jsonl`;
  console.log(JSON.stringify(await windows.stop(session, transcript, cwd)));
}
