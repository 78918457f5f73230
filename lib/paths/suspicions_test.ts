import { assertEquals } from "@std/assert";
import { parsePath } from "./parse.ts";
import { TABLES as mounts, WINDOWS, wsl } from "./paths_test_support.ts";
import { suspicions } from "./suspicions.ts";

const home = (...segments: string[]) => ({ kind: "posix-home", as: { kind: "wsl", distro: "Kettle", segments } });

const rows = [
  ["C:\\Users\\mira", [], "nothing is odd"],
  ["C:\\MIRAJA~1.KET\\x~y", [{ kind: "short-name", name: "MIRAJA~1.KET" }], "a name is an 8.3 alias"],
  ["\\\\pantry\\jam\\PROGRA~12", [], "the name before the extension is too long"],
  ["\\\\pantry\\jam\\PROGR~12", [{ kind: "short-name", name: "PROGR~12" }], "a share has an alias"],
  ["C:\\a~1.html\\~1\\b~", [], "the names are no aliases"],
  ["C:\\Home\\Mira\\src", [home("home", "mira", "src")], "it looks like a Linux home that a Windows program resolved"],
  ["C:\\home\\otto", [], "no profile has that home"],
] as const;

for (const [text, expected, when] of rows) {
  Deno.test(`suspicions() gives ${expected.length} for ${JSON.stringify(text)} when ${when}`, () => {
    const place = parsePath(text, { environment: WINDOWS, mounts });
    if (place.kind === "unknown") throw new Error(place.reason);
    assertEquals<unknown>(suspicions(place, mounts), expected);
  });
}

Deno.test("suspicions() finds nothing when the place is a Linux one", () => {
  const place = parsePath("/home/mira/PROGRA~1", { environment: wsl("Kettle"), mounts });
  assertEquals(place.kind === "wsl" && suspicions(place, mounts).length === 0, true);
});
