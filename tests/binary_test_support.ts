/**
 * Tests of the compiled binary itself: ignored, visibly, where none is named (`deno task test:binary` names one).
 *
 * @module
 */
import { diskTest } from "./disk_test_support.ts";
import { PROGRAM } from "./program_test_support.ts";

/** The compiled binary under test; undefined when the tests run another form, or none. */
export const BINARY: string | undefined = PROGRAM?.endsWith(".js") ? undefined : PROGRAM;

/**
 * Registers a test of the binary.
 *
 * @param ignore what is missing on this machine beside the binary, as a sentence; undefined: nothing
 */
export function binaryTest(
  name: string,
  fn: (binary: string, context: Deno.TestContext) => Promise<void>,
  ignore?: string,
): void {
  const missing = BINARY === undefined ? "no binary is named" : ignore;
  if (missing !== undefined) Deno.test({ name: `${name} (ignored: ${missing})`, ignore: true, fn: () => {} });
  else diskTest(name, (context) => fn(BINARY ?? "", context));
}
