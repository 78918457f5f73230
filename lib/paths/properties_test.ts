import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { contains, relation, samePlace } from "./contain.ts";
import type { Identity } from "./identity.ts";
import { ancestors, identityKey } from "./key.ts";
import { parsePath, recordPath } from "./parse.ts";
import { anyEnvironment, anyIdentity, anyText, TABLES as mounts } from "./paths_test_support.ts";
import { projectPathOf, renderPath } from "./render.ts";
import { translatePath } from "./translate.ts";
import { runs } from "../../tests/runs_test_support.ts";

const often = { numRuns: runs(400, 2000) };

function below(identity: Identity, names: readonly string[]): Identity {
  return { ...identity, segments: [...identity.segments, ...names] };
}

Deno.test("parsePath() never throws and is the inverse of its own rendering for any text", () => {
  fc.assert(
    fc.property(anyText, anyEnvironment, (text, environment) => {
      const recorded = recordPath(text, { environment, mounts });
      if (recorded.place.kind === "unknown") {
        assertEquals(projectPathOf(recorded, mounts), text);
        return;
      }
      const again = parsePath(projectPathOf(recorded, mounts), { environment: homeOf(recorded.place), mounts });
      assertEquals<unknown>(again, recorded.place);
    }),
    { numRuns: runs(2000, 10_000) },
  );
});

function homeOf(place: Identity) {
  if (place.kind === "wsl") return { os: "wsl", distro: place.distro } as const;
  return { os: ({ drive: "windows", unc: "windows", posix: "linux", mac: "macos" } as const)[place.kind] };
}

Deno.test("renderPath() gives what reads back as the same place, in every environment", () => {
  fc.assert(
    fc.property(anyIdentity, anyEnvironment, (identity, environment) => {
      const text = renderPath(identity, { environment, mounts });
      if (text === undefined) return;
      const read = parsePath(text, { environment, mounts });
      assert(samePlace(read, identity), `${JSON.stringify(text)} reads as ${JSON.stringify(read)}`);
    }),
    often,
  );
});

Deno.test("translatePath() there and back again names the same place", () => {
  fc.assert(
    fc.property(anyText, anyEnvironment, anyEnvironment, (text, from, to) => {
      const there = translatePath(text, { from, to, mounts });
      if (there === undefined) return;
      const place = parsePath(text, { environment: from, mounts });
      assert(samePlace(parsePath(there, { environment: to, mounts }), place));
      const back = translatePath(there, { from: to, to: from, mounts });
      if (back !== undefined) assert(samePlace(parsePath(back, { environment: from, mounts }), place));
    }),
    often,
  );
});

Deno.test("contains() is reflexive, and every ancestor contains what is below it", () => {
  fc.assert(
    fc.property(anyIdentity, fc.boolean(), (identity, caseSensitive) => {
      const options = { mounts, caseSensitive };
      assert(contains(identity, identity, options));
      const above = ancestors(identity);
      assertEquals(above.length, identity.segments.length);
      for (const directory of above) {
        assert(contains(directory, identity, options), JSON.stringify(directory));
        assert(!samePlace(directory, identity, options));
      }
    }),
    often,
  );
});

Deno.test("contains() is transitive, across mounts too", () => {
  const related = fc.tuple(
    anyIdentity,
    anyIdentity,
    fc.array(fc.constantFrom("mnt", "c", "a", "A", "b"), { maxLength: 2 }),
  );
  fc.assert(
    fc.property(related, anyIdentity, ([first, other, names], last) => {
      const places = [first, below(first, names), other, last, ...ancestors(first), ...ancestors(other)];
      for (const a of places) {
        for (const b of places) {
          if (!contains(a, b, { mounts })) continue;
          for (const c of places) {
            if (contains(b, c, { mounts })) assert(contains(a, c, { mounts }), JSON.stringify([a, b, c]));
          }
          if (contains(b, a, { mounts })) assert(samePlace(a, b), JSON.stringify([a, b]));
        }
      }
    }),
    { numRuns: 1000 },
  );
});

Deno.test("contains() is never true for a sibling whose name begins alike", () => {
  fc.assert(
    fc.property(anyIdentity, fc.constantFrom("2", "-old", "x", " (copy)", ".bak", "~"), (identity, suffix) => {
      const name = identity.segments.at(-1);
      if (name === undefined) return;
      const sibling = { ...identity, segments: [...identity.segments.slice(0, -1), name + suffix] };
      assert(!contains(identity, sibling, { mounts }));
      assert(!contains(sibling, identity, { mounts }));
      assert(!contains(identity, below(sibling, ["src"]), { mounts }));
      assert(identityKey(identity) !== identityKey(sibling));
    }),
    often,
  );
});

Deno.test("relation() is unknown for the unplaceable on either side", () => {
  fc.assert(
    fc.property(anyText, anyEnvironment, anyIdentity, (text, environment, identity) => {
      const place = parsePath(text, { environment, mounts });
      if (place.kind !== "unknown") return;
      assertEquals(relation(place, identity, { mounts }), "unknown");
      assertEquals(relation(identity, place, { mounts }), "unknown");
      assertEquals(relation(place, place, { mounts }), "unknown");
      assert(!samePlace(place, place));
    }),
    often,
  );
});

Deno.test("identityKey() ignores ASCII case on drives and shares and nowhere else but on Macs", () => {
  fc.assert(
    fc.property(anyIdentity, (identity) => {
      const swapped = { ...identity, segments: identity.segments.map((text) => text.replace(/[a-z]/g, upper)) };
      const changed = swapped.segments.some((text, index) => text !== identity.segments[index]);
      const folds = identity.kind === "drive" || identity.kind === "unc" || identity.kind === "mac";
      assertEquals(identityKey(identity) === identityKey(swapped), folds || !changed);
    }),
    often,
  );
});

function upper(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) - 32);
}
