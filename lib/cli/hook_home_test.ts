import { assertEquals, assertThrows } from "@std/assert";
import { InputError } from "../errors.ts";
import type { EnvironmentName } from "../io/env.ts";
import { findHomes, type Homes } from "../io/homes.ts";
import { hookHome } from "./hook_home.ts";

type Environment = Readonly<Partial<Record<EnvironmentName, string>>>;

const HOME = { HOME: "/home/mira" };

function homes(environment: Environment, home?: string): Homes {
  const found = findHomes({
    os: "linux",
    mode: "person",
    environment: (name) => environment[name],
    ...(home === undefined ? {} : { home }),
  });
  if (found === undefined) throw new TypeError("no home");
  return found;
}

/** Asks on a disk where these paths exist and lead to what is named. */
function ask(environment: Environment, links: Readonly<Record<string, string>> = {}) {
  return hookHome(homes(environment), {
    os: "linux",
    environment: (name) => environment[name],
    chosen: environment.IMPRINT_HOOK_HOME !== undefined,
    files: {
      lstat: (path) =>
        links[path] === undefined ? undefined : {
          isFile: false,
          isDirectory: true,
          isSymlink: links[path] !== path,
          size: 0,
          mtime: 0,
          mode: null,
          uid: null,
          dev: 1,
          ino: 1,
        },
      realPath: (path) => links[path],
    },
  });
}

Deno.test("hookHome() says nothing when a hook finds the same by itself", () => {
  assertEquals(ask(HOME), { home: undefined, isLedAway: false, links: [] });
  assertEquals(ask({ ...HOME, XDG_CONFIG_HOME: "/home/mira/.config", XDG_DATA_HOME: "relative" }).home, undefined);
});

Deno.test("hookHome() names the directory that a person chose", () => {
  assertEquals(ask({ ...HOME, IMPRINT_HOOK_HOME: "/srv/imprint" }), {
    home: "/srv/imprint",
    isLedAway: false,
    links: [],
  });
});

Deno.test("hookHome() links what variables lead away, each into the home of the configuration", () => {
  assertEquals(ask({ ...HOME, XDG_CONFIG_HOME: "/x/config", XDG_STATE_HOME: "/x/state" }), {
    home: "/x/config/imprint-hook",
    isLedAway: true,
    links: [
      { path: "/x/config/imprint-hook/state", directory: "/x/state/imprint-hook" },
      { path: "/x/config/imprint-hook/data", directory: "/home/mira/.local/share/imprint-hook" },
    ],
  });
  const data = ask({ ...HOME, XDG_DATA_HOME: "/x/data" });
  assertEquals([data.home, data.links.map(({ directory }) => directory)], [
    "/home/mira/.config/imprint-hook",
    ["/home/mira/.local/state/imprint-hook", "/x/data/imprint-hook"],
  ]);
});

Deno.test("hookHome() makes no link that is there already", () => {
  const environment = { ...HOME, XDG_CONFIG_HOME: "/x/config" };
  const state = "/home/mira/.local/state/imprint-hook";
  const links = { "/x/config/imprint-hook/state": state, [state]: state };
  assertEquals(ask(environment, links).links.map(({ path }) => path), ["/x/config/imprint-hook/data"]);
});

Deno.test("hookHome() refuses when something else is where a link has to be", () => {
  const environment = { ...HOME, XDG_CONFIG_HOME: "/x/config" };
  const own = "/x/config/imprint-hook/data";
  for (const links of [{ [own]: own }, { [own]: "/srv/other" }]) {
    assertThrows(() => ask(environment, links), InputError, "something else is there");
  }
});
