import { assert, assertEquals } from "@std/assert";
import { diskTest } from "../../tests/disk_test_support.ts";
import { whileAlive } from "./alive_test_support.ts";
import { monotonic } from "./clock.ts";
import { type ByteSource, type Payload, readPayload } from "./stdin.ts";

/** Gives the chunks one by one, then the end, or nothing ever again. */
function source(
  chunks: readonly (string | Uint8Array)[],
  end: "ends" | "stays open",
): ByteSource & { readonly left: () => number } {
  const waiting = chunks.map((chunk) => typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk);
  return {
    isTerminal: () => false,
    left: () => waiting.length,
    read(into) {
      const chunk = waiting.shift();
      if (chunk === undefined) return end === "ends" ? Promise.resolve(null) : new Promise(() => {});
      into.set(chunk);
      return Promise.resolve(chunk.length);
    },
  };
}

/** What a payload says, its text decoded as its readers do. */
function told(payload: Payload): unknown {
  return payload.kind === "none" ? payload.reason : [new TextDecoder().decode(payload.bytes).trim(), payload.cut];
}

Deno.test("readPayload() gives the first value whether or not stdin is closed", async (t) => {
  const CASES = {
    "whole and closed": [source(['{"a":1}'], "ends"), '{"a":1}'],
    "whole and left open": [source(['{"a":1}\n'], "stays open"), '{"a":1}'],
    "in pieces": [source(['{"a":', '"}', '"', "}", "next"], "stays open"), '{"a":"}"}'],
    "byte-order mark": [source([Uint8Array.of(0xef, 0xbb, 0xbf), '{"a":1}'], "stays open"), '{"a":1}'],
    "a character cut in two": [
      source([Uint8Array.of(0x5b, 0x22, 0xc3), Uint8Array.of(0xa4, 0x22, 0x5d)], "stays open"),
      '["ä"]',
    ],
    "no JSON": [source(["hello"], "ends"), "hello"],
  } as const;
  for (const [name, [from, text]] of Object.entries(CASES)) {
    await t.step(name, async () => {
      assertEquals(told(await readPayload({ milliseconds: 1000, source: from })), [text, false]);
    });
  }
});

Deno.test("readPayload() reads no chunk behind the value", async () => {
  const from = source(["{}", "more"], "stays open");
  await readPayload({ milliseconds: 1000, source: from });
  assertEquals(from.left(), 1);
});

Deno.test("readPayload() says why there is no payload", (t) =>
  whileAlive(async () => {
    const CASES = {
      terminal: { ...source([], "stays open"), isTerminal: () => true },
      empty: source(["  \n"], "ends"),
      timeout: source([], "stays open"),
    } as const;
    for (const [reason, from] of Object.entries(CASES)) {
      await t.step(reason, async () => {
        const before = monotonic();
        assertEquals(told(await readPayload({ milliseconds: 20, source: from })), reason);
        assert(monotonic() - before < 1000);
      });
    }
  }));

Deno.test("readPayload() gives what came when the time is over or the stream ends early", () =>
  whileAlive(async () => {
    const read = (end: "ends" | "stays open") => readPayload({ milliseconds: 20, source: source(['{"a":'], end) });
    assertEquals(told(await read("stays open")), ['{"a":', true]);
    assertEquals(told(await read("ends")), ['{"a":', false]);
  }));

Deno.test("readPayload() gives up on a value that never ends", async () => {
  const chunk = new Uint8Array(64 * 1024).fill(0x20);
  const endless: ByteSource = {
    isTerminal: () => false,
    read: (into) => {
      into.set(chunk);
      return Promise.resolve(chunk.length);
    },
  };
  assertEquals(await readPayload({ milliseconds: 60_000, source: endless }), { kind: "none", reason: "too-large" });
});

diskTest("readPayload() reads the real stdin of a client that leaves it open", async () => {
  const module = JSON.stringify(new URL("./stdin.ts", import.meta.url).href);
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "eval",
      `import { readPayload } from ${module}; const { bytes } = await readPayload({ milliseconds: 5000 }); Deno.stdout.writeSync(bytes); Deno.exit(0);`,
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode('{"hook_event_name":"Stop"}'));
  const { stdout } = await child.output();
  await writer.close().catch(() => {});
  assertEquals(new TextDecoder().decode(stdout), '{"hook_event_name":"Stop"}');
});
