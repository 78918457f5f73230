import { assert, assertEquals, assertRejects } from "@std/assert";
import { whileAlive } from "./alive_test_support.ts";
import { within } from "./clock.ts";

Deno.test("within() gives the value of a promise that is settled, soon or later", () =>
  whileAlive(async () => {
    assertEquals(await within(Promise.resolve(7), 0), { value: 7 });
    assertEquals(await within(Promise.resolve(undefined), 1000), { value: undefined });
    const later = new Promise<string>((resolve) => setTimeout(() => resolve("hot"), 20));
    assertEquals(await within(later, 10_000), { value: "hot" });
  }));

Deno.test("within() gives up a promise that stays pending, not before its time", () =>
  whileAlive(async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    for (const milliseconds of [-5, 0, 40]) {
      const start = performance.now();
      assertEquals(await within(promise, milliseconds), undefined);
      const waited = performance.now() - start;
      assert(waited >= milliseconds - 1 && waited < 5000, `${waited} ms`);
    }
    resolve();
  }));

Deno.test("within() passes on a rejection, and swallows one that comes when nobody waits any more", () =>
  whileAlive(async () => {
    await assertRejects(() => within(Promise.reject(new TypeError("dry")), 1000), TypeError, "dry");
    const { promise, reject } = Promise.withResolvers<void>();
    assertEquals(await within(promise, 1), undefined);
    reject(new TypeError("late"));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }));
