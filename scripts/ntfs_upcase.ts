/**
 * Makes `lib/paths/ntfs_upcase.ts` from the `$UpCase` table of a fresh NTFS volume.
 *
 * ```sh
 * truncate -s 40M volume.img && mkntfs -F -Q volume.img && ntfscat volume.img '$UpCase' > upcase.bin   # Debian: ntfs-3g
 * deno run --allow-read --allow-write scripts/ntfs_upcase.ts upcase.bin
 * ```
 *
 * It also prints in how many code points this Deno's own upper-casing differs from the table, which is why that is not
 * used: the answer changes with the Unicode version of the engine, a volume's table does not.
 *
 * @module
 */
import { runsOf, upcaseModule } from "./ntfs_upcase_runs.ts";

const source = Deno.args[0];
if (source === undefined) {
  console.error("Failed to make the upcase table: no file named. Give the 131072 bytes of $UpCase.");
  Deno.exit(64);
}
const bytes = Deno.readFileSync(source);
if (bytes.length !== 0x20000) {
  console.error(`Failed to read "${source}": ${bytes.length} bytes, expected the 131072 of $UpCase.`);
  Deno.exit(1);
}
const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const table = Uint16Array.from({ length: 0x10000 }, (_, unit) => view.getUint16(unit * 2, true));

const runs = runsOf(table);
const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
Deno.writeTextFileSync(new URL("../lib/paths/ntfs_upcase.ts", import.meta.url), upcaseModule(runs, hex));

let onlyEngine = 0, onlyTable = 0, different = 0;
for (let unit = 0; unit < 0x10000; unit++) {
  const upper = String.fromCharCode(unit).toUpperCase();
  const engine = upper.length === 1 ? upper.charCodeAt(0) : unit;
  const ntfs = table[unit];
  if (engine === ntfs) continue;
  if (ntfs === unit) onlyEngine++;
  else if (engine === unit) onlyTable++;
  else different++;
}
console.log(`${runs.length} runs; against V8 ${Deno.version.v8}: ${onlyEngine} changed by the engine alone,`);
console.log(`${onlyTable} by the table alone, ${different} by both but differently.`);
