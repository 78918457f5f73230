/**
 * Tests with a real client: a scratch directory, a model on the loopback interface, and nothing that the client asks which
 * the model's API does not have.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import type { Asked, ModelApi, Turn } from "./model_api_test_support.ts";
import { createModel } from "./model_script_test_support.ts";
import { removeLater } from "./scratch_person_test_support.ts";
import { hasTerminal } from "./terminal_test_support.ts";

/** A client under test. */
export interface RealClient<Machine> {
  /** Its product name, in front of each test's. */
  readonly title: string;
  /** Its program; undefined outside of `deno task test:clients`. */
  readonly program: string | undefined;
  startApi(script: (asked: Asked) => Turn): ModelApi;
  /** Makes the machine below a directory, with the hooks wired. */
  createMachine(root: string, api: ModelApi): Promise<Machine> | Machine;
  /** Says of a request beside the API whether the client may send it. */
  readonly mayAsk?: (request: string) => boolean;
}

/** How a test is registered. */
export interface ClientTestOptions {
  /** It types into the client. */
  readonly terminal?: boolean;
}

/** Makes the function that registers tests with a client. */
export function testWith<Machine>(
  { title, program, startApi, createMachine, mayAsk = () => false }: RealClient<Machine>,
): (name: string, fn: (machine: Machine) => Promise<void>, options?: ClientTestOptions) => void {
  return (name, fn, { terminal = false } = {}) => {
    const why = program === undefined
      ? ' (ignored: "deno task test:clients" runs it)'
      : terminal && !hasTerminal()
      ? " (ignored: it needs Linux and the script of util-linux)"
      : "";
    Deno.test({
      name: `${title}: ${name}${why}`,
      ignore: why !== "",
      async fn() {
        const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "imprint-client-" }));
        const api = startApi(createModel());
        try {
          await fn(await createMachine(root, api));
          assertEquals(api.strange.filter((request) => !mayAsk(request)), []);
        } finally {
          await api.end();
          await removeLater(root);
        }
      },
    });
  };
}
