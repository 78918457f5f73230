import { assertEquals } from "@std/assert";
import { diskTest } from "../../tests/disk_test_support.ts";

const MODULE = JSON.stringify(new URL("./terminal.ts", import.meta.url).href);

diskTest("writeText() writes all of a text that does not fit into a pipe at once", () => {
  const { stdout } = new Deno.Command(Deno.execPath(), {
    args: ["eval", `import { writeText } from ${MODULE}; writeText("stdout", "ä".repeat(300000));`],
    stderr: "null",
  }).outputSync();
  assertEquals(stdout.length, 600_000);
});

diskTest("writeText() gives false when the reader has gone", async () => {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "eval",
      `import { writeText } from ${MODULE};
      let open = true; for (let i = 0; open && i < 1000; i++) open = writeText("stdout", "x".repeat(65536));
      Deno.exit(open ? 1 : 7);`,
    ],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  await child.stdout.cancel();
  assertEquals((await child.status).code, 7);
});
