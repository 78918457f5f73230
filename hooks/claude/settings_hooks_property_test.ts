import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { parse } from "jsonc-parser";
import { settingsTexts } from "./settings_arbitrary_test_support.ts";
import { type HookOptions, wantedHandlers } from "./settings_handler.ts";
import { installHooks, uninstallHooks } from "./settings_hooks.ts";

const OPTIONS: readonly HookOptions[] = [
  { program: ["/home/mira/.local/bin/imprint-hook"] },
  { program: ["C:\\Program Files\\imprint\\imprint-hook.exe"], home: "D:\\kettle home" },
  { program: ["/opt/my tools/imprint-hook"], clientVersion: "2.1.100" },
  { program: ["deno", "run", "--no-prompt", "/opt/imprint-hook.js"], clientVersion: "1.0.50" },
];
const options = fc.constantFrom(...OPTIONS);

type Value = Record<string, unknown>;

function valueOf(text: string | undefined): Value {
  const source = (text ?? "").replace(/^\ufeff/, "");
  return (parse(source, [], { allowTrailingComma: true, allowEmptyContent: true }) ?? {}) as Value;
}

/** What a client that takes JSON would make of settings with our entries in them. */
function expectedValue(text: string | undefined, wanted: HookOptions): Value {
  const value = valueOf(text);
  const hooks = { ...(value.hooks as Value | null | undefined) };
  for (const { event, handler } of wantedHandlers(wanted)) {
    hooks[event] = [...(hooks[event] as unknown[] | null | undefined ?? []), { hooks: [handler] }];
  }
  return { ...value, hooks };
}

/** Without what a removal empties. */
function withoutEmpty(text: string | undefined, wanted: HookOptions): Value {
  const { hooks: found, ...value } = valueOf(text);
  const hooks = { ...(found as Value | null | undefined) };
  for (const { event } of wantedHandlers(wanted)) {
    const list = hooks[event] as unknown[] | null | undefined;
    if (list === null || list?.length === 0) delete hooks[event];
  }
  return Object.keys(hooks).length === 0 ? value : { ...value, hooks };
}

function json(value: unknown): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1).map(([key, item]) => [key, sorted(item)]);
}

Deno.test("uninstallHooks() restores any text byte for byte when installHooks() changed it last", () => {
  fc.assert(
    fc.property(settingsTexts, options, (text, wanted) => {
      const installed = installHooks(text, wanted);
      assert(installed.changes.length > 0);
      assertStrictEquals(uninstallHooks(installed.text).text, text);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("installHooks() adds exactly its entries when the text has none of them", () => {
  fc.assert(
    fc.property(settingsTexts, options, (text, wanted) => {
      assertStrictEquals(json(valueOf(installHooks(text, wanted).text)), json(expectedValue(text, wanted)));
    }),
    { numRuns: 500 },
  );
});

Deno.test("installHooks() only inserts when no null stands where an entry belongs", () => {
  fc.assert(
    fc.property(settingsTexts, options, (text, wanted) => {
      const { hooks } = valueOf(text) as { readonly hooks?: Value | null };
      fc.pre(hooks !== null && !["Stop", "SessionEnd", "PreCompact"].some((event) => hooks?.[event] === null));
      let at = 0;
      const installed = installHooks(text, wanted).text;
      for (let i = 0; i < installed.length && at < (text ?? "").length; i++) if (installed[i] === text?.[at]) at++;
      assertStrictEquals(at, (text ?? "").length);
    }),
    { numRuns: 300 },
  );
});

Deno.test("installHooks() changes nothing when it runs again", () => {
  fc.assert(
    fc.property(settingsTexts, options, (text, wanted) => {
      const once = installHooks(text, wanted).text;
      assertEquals(installHooks(once, wanted), { text: once, changes: [] });
    }),
    { numRuns: 300 },
  );
});

Deno.test("installHooks() leaves each entry once when it ran with another program before", () => {
  fc.assert(
    fc.property(settingsTexts, options, fc.constantFrom(...OPTIONS.slice(0, 3)), (text, before, wanted) => {
      const updated = installHooks(installHooks(text, before).text, wanted).text;
      assertStrictEquals(json(valueOf(updated)), json(expectedValue(text, wanted)));
      assertEquals(installHooks(updated, wanted).changes, []);
    }),
    { numRuns: 300 },
  );
});

Deno.test("uninstallHooks() takes out what it emptied and nothing else when the file was rewritten meanwhile", () => {
  const rewrites = fc.constantFrom<(value: Value) => string>(
    (value) => JSON.stringify(value, null, 2) + "\n",
    (value) => JSON.stringify(value),
    (value) => JSON.stringify({ first: 1, ...value, last: [2] }, null, "\t"),
    (value) => `// mine\n${JSON.stringify(value, null, 4)} // end`,
  );
  fc.assert(
    fc.property(settingsTexts, options, rewrites, (text, wanted, rewrite) => {
      const rewritten = rewrite(valueOf(installHooks(text, wanted).text));
      const left = uninstallHooks(rewritten).text;
      const without = withoutEmpty(rewrite(withoutEmpty(text, wanted)), wanted);
      assertStrictEquals(json(valueOf(left)), json(without));
    }),
    { numRuns: 500 },
  );
});

Deno.test("uninstallHooks() returns the text when nothing in it is ours", () => {
  fc.assert(
    fc.property(settingsTexts, (text) => {
      assertEquals(uninstallHooks(text), { text, changes: [] });
    }),
    { numRuns: 200 },
  );
});
