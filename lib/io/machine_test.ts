import { assertEquals } from "@std/assert";
import type { FileStat } from "./files.ts";
import { machineEnvironment, type MachineOptions } from "./machine.ts";

const STAT = {} as FileStat;
const filesWith = (...paths: string[]) => ({ stat: (path: string) => paths.includes(path) ? STAT : undefined });
const named = () => "Ubuntu";
const unnamed = () => undefined;

Deno.test("machineEnvironment() tells the kinds of machine apart", async (t) => {
  const CASES: Readonly<Record<string, readonly [MachineOptions, unknown]>> = {
    windows: [{ os: "windows", environment: named, files: filesWith() }, { os: "windows" }],
    macos: [{ os: "darwin", environment: unnamed, files: filesWith() }, { os: "macos" }],
    linux: [{ os: "linux", environment: unnamed, files: filesWith("/init") }, { os: "linux" }],
    wsl: [{ os: "linux", environment: named, files: filesWith("/run/WSL") }, { os: "wsl", distro: "Ubuntu" }],
    "wsl 1": [{ os: "linux", environment: named, files: filesWith("/init") }, { os: "wsl", distro: "Ubuntu" }],
    "the name alone, set by a repository": [{ os: "linux", environment: named, files: filesWith() }, { os: "linux" }],
    "a container on WSL": [
      { os: "linux", environment: named, files: filesWith("/init", "/.dockerenv") },
      { os: "linux" },
    ],
    "sudo inside WSL, registered": [
      { os: "linux", environment: unnamed, files: filesWith("/run/WSL"), registeredDistro: "Debian" },
      { os: "wsl", distro: "Debian" },
    ],
    "another name than the registered one, set by a repository": [
      { os: "linux", environment: named, files: filesWith("/run/WSL"), registeredDistro: "Debian" },
      { os: "wsl", distro: "Debian" },
    ],
    "a registered mount that is still there": [
      {
        os: "linux",
        environment: unnamed,
        files: { stat: (path) => path === "/mnt/c" ? { dev: 44 } as FileStat : undefined },
        registeredDistro: "Debian",
        registeredMounts: [{ at: "/mnt/c", dev: 44 }],
      },
      { os: "wsl", distro: "Debian" },
    ],
    "a registered mount that is another one now": [
      {
        os: "linux",
        environment: unnamed,
        files: { stat: (path) => path === "/mnt/c" ? { dev: 45 } as FileStat : undefined },
        registeredDistro: "Debian",
        registeredMounts: [{ at: "/mnt/c", dev: 44 }],
      },
      { os: "linux" },
    ],
  };
  for (const [name, [options, expected]] of Object.entries(CASES)) {
    await t.step(name, () => assertEquals(machineEnvironment(options) as unknown, expected));
  }
});
