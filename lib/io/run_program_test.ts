import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { diskTest } from "../../tests/disk_test_support.ts";
import { mayRunProgram, type ProgramEnd, type ProgramRun, runProgram } from "./run_program.ts";

/** A program of one line, run by the Deno that runs the tests. */
function running(code: string, run: Partial<ProgramRun> = {}): Promise<ProgramEnd> {
  const args = ["eval", "--no-config", code];
  return runProgram(Deno.execPath(), { args, input: "", milliseconds: 60_000, mostBytes: 10_000, ...run });
}

diskTest("runProgram() hands over the input and gives back what the program says", async () => {
  const input = `${"kettle\n".repeat(50_000)}é`;
  const code = "const t = await new Response(Deno.stdin.readable).text(); console.log(t.length, t.at(-1))";
  assertEquals(await running(code, { input }), { kind: "done", stdout: `${input.length} é\n` });
});

diskTest("runProgram() does not mind when the program reads nothing", async () => {
  assertEquals(await running("console.log(1)", { input: "x".repeat(5_000_000) }), { kind: "done", stdout: "1\n" });
});

diskTest("runProgram() tells the status and the beginning of standard error when the program fails", async () => {
  const end = await running("console.log(1); console.error('no key ' + 'x'.repeat(10000)); Deno.exit(3)");
  assert(end.kind === "failed");
  assertEquals([end.code, end.stderr.length], [3, 4096]);
  assertStringIncludes(end.stderr, "no key");
});

diskTest("runProgram() ends a program that takes too long, or says too much", async () => {
  const slow = await running("setTimeout(() => {}, 60000)", { milliseconds: 500 });
  assertEquals(slow, { kind: "unusable", reason: "it took longer than 0.5 s" });
  const loud = await running("for (;;) console.log('x'.repeat(1000))");
  assertEquals(loud, { kind: "unusable", reason: "it wrote more than 10000 bytes" });
});

diskTest("runProgram() does not wait for what a program has started and left behind", async () => {
  const left = `new Deno.Command(Deno.execPath(), { args: ["eval", "setTimeout(() => {}, 4000)"] }).spawn().unref()`;
  const end = await running(`${left}; Deno.exit(0)`, { milliseconds: 1500 });
  assertEquals(end.kind, "unusable", "its output is still open: nobody knows whether more will come");
});

diskTest("runProgram() tells when there is no such program", async () => {
  const end = await runProgram("/no/such/program", { args: [], input: "", milliseconds: 1000, mostBytes: 10 });
  assert(end.kind === "unusable");
  assertStringIncludes(end.reason, "it does not start");
});

diskTest("mayRunProgram() tells whether the permission is there", () => {
  assertEquals(mayRunProgram(Deno.execPath()), true);
});
