import { assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { type OwnCommand, ownCommand } from "./own_command.ts";
import { quoteWord } from "./shell_line.ts";

const STOP = ["claude", "stop"];

Deno.test("ownCommand() finds the program when a shell line starts it in any form", () => {
  const cases: readonly [string, string, readonly string[]][] = [
    ["imprint-hook claude stop", "imprint-hook", STOP],
    ["  imprint-hook   claude stop ", "imprint-hook", STOP],
    ["/home/mira/.local/bin/imprint-hook claude stop", "/home/mira/.local/bin/imprint-hook", STOP],
    ["~/bin/imprint-hook claude stop", "~/bin/imprint-hook", STOP],
    ['"/opt/my tools/imprint-hook" claude stop', "/opt/my tools/imprint-hook", STOP],
    ["'/opt/my tools/imprint-hook' claude stop", "/opt/my tools/imprint-hook", STOP],
    ["/opt/my\\ tools/imprint-hook claude stop", "/opt/my tools/imprint-hook", STOP],
    ["/opt/my tools/imprint-hook claude stop", "/opt/my tools/imprint-hook", STOP],
    ["C:/Program Files/imprint/imprint-hook.exe claude stop", "C:/Program Files/imprint/imprint-hook.exe", STOP],
    ["C:\\tools\\imprint-hook.exe claude stop", "C:\\tools\\imprint-hook.exe", STOP],
    ['"C:\\tools\\imprint-hook.exe" claude stop', "C:\\tools\\imprint-hook.exe", STOP],
    ['& "C:/tools/Imprint-Hook.EXE" claude stop', "C:/tools/Imprint-Hook.EXE", STOP],
    ["imprint-hook.cmd claude stop", "imprint-hook.cmd", STOP],
    [
      "/opt/imprint-hook-0.1.0/imprint-hook-0.1.0-linux-x64 claude stop",
      "/opt/imprint-hook-0.1.0/imprint-hook-0.1.0-linux-x64",
      STOP,
    ],
    ["imprint-hook", "imprint-hook", []],
    ["imprint-hook stop", "imprint-hook", ["stop"]],
    // Written for another client, it learns the same: the payload says whose it is.
    ["imprint-hook codex stop", "imprint-hook", ["codex", "stop"]],
    ["imprint-hook hook claude", "imprint-hook", ["hook", "claude"]],
    ['imprint-hook claude stop --home "/srv/kettle home"', "imprint-hook", [...STOP, "--home", "/srv/kettle home"]],
    ["imprint-hook --home /srv/h claude stop", "imprint-hook", ["--home", "/srv/h", ...STOP]],
    ["NO_COLOR=1 imprint-hook claude stop", "imprint-hook", STOP],
    ["imprint-hook claude stop || true", "imprint-hook", STOP],
    ["imprint-hook claude stop >/dev/null 2>&1 || exit 0", "imprint-hook", STOP],
    ["imprint-hook claude stop 2> /dev/null &", "imprint-hook", STOP],
    ["imprint-hook claude stop &>/dev/null; true # quiet", "imprint-hook", STOP],
    ["deno run -A /opt/imprint/imprint-hook.js claude stop", "/opt/imprint/imprint-hook.js", STOP],
    ['"C:/deno/deno.exe" run --allow-read "C:/my x/imprint-hook.js" claude stop', "C:/my x/imprint-hook.js", STOP],
    ["deno run --config deno.json /srv/checkout/main.ts claude stop", "/srv/checkout/main.ts", STOP],
    [
      "node /usr/lib/node_modules/imprint-hook/bin/imprint-hook.js claude stop",
      "/usr/lib/node_modules/imprint-hook/bin/imprint-hook.js",
      STOP,
    ],
    ["npx -y imprint-hook@0.1.0 claude stop", "imprint-hook@0.1.0", STOP],
    ["npx @imprint-hook/imprint-hook claude stop", "@imprint-hook/imprint-hook", STOP],
  ];
  for (const [line, program, args] of cases) {
    assertEquals(ownCommand(line), { form: "shell", program, args }, line);
  }
});

Deno.test("ownCommand() finds the program when it stands in exec form", () => {
  const cases: readonly [readonly [string, ...string[]], string, readonly string[]][] = [
    [["C:/tools/imprint-hook.exe", "stop"], "C:/tools/imprint-hook.exe", ["stop"]],
    [["/opt/my tools/imprint-hook", "claude", "stop"], "/opt/my tools/imprint-hook", STOP],
    [["imprint-hook"], "imprint-hook", []],
    [["deno", "run", "--no-prompt", "/opt/imprint-hook.js", "claude", "stop"], "/opt/imprint-hook.js", STOP],
  ];
  for (const [[command, ...args], program, rest] of cases) {
    assertEquals(ownCommand(command, args), { form: "exec", program, args: rest }, command);
  }
});

Deno.test("ownCommand() calls a line compound when it does something else as well", () => {
  const lines: readonly string[] = [
    "imprint-hook claude stop; make lint",
    "cd /srv/kettle && imprint-hook claude stop",
    "tee /tmp/payload.json | imprint-hook claude stop",
    "sh -c 'imprint-hook claude stop'",
    'bash -lc "/opt/imprint-hook claude stop || true"',
    "cmd /c imprint-hook.exe claude stop",
    "timeout 10 imprint-hook claude stop",
    "env NO_COLOR=1 imprint-hook claude stop",
    "nohup /opt/imprint-hook claude stop &",
  ];
  for (const line of lines) {
    assertStrictEquals(ownCommand(line)?.form, "compound", line);
  }
  assertStrictEquals(ownCommand("bash", ["-c", "imprint-hook claude stop"])?.form, "compound");
});

Deno.test("ownCommand() finds nothing when a command only mentions the program", () => {
  const lines: readonly string[] = [
    "",
    "   ",
    "&",
    "echo imprint-hook claude stop",
    'notify-send "imprint-hook claude stop has run"',
    "/usr/bin/echo imprint-hook claude stop",
    "# imprint-hook claude stop",
    "make lint # imprint-hook claude stop",
    "grep imprint-hook /srv/kettle/README.md",
    "cat /opt/imprint-hook",
    "/srv/imprint-hook/scripts/lint.sh claude stop",
    "imprint-hook-notes claude stop",
    "my-imprint-hook claude stop",
    "imprint-hooks claude stop",
    "imprint-hook learn --since today",
    "imprint-hook status",
    "imprint-hook --home /srv/h learn",
    "deno run -A /srv/kettle/main.ts claude",
    "deno run -A /srv/imprint-hook/main.ts learn",
    "deno run /srv/lint.ts imprint-hook.js claude stop",
    "deno eval 'console.log(\"imprint-hook.js\")'",
    "npx eslint imprint-hook claude",
    "python3 /opt/imprint-hook.py claude stop",
    "echo 'a;imprint-hook claude stop'",
    'echo "x && imprint-hook claude stop"',
    "sh -c 'echo imprint-hook claude stop'",
    "timeout 10 grep imprint-hook-notes x",
  ];
  for (const line of lines) assertStrictEquals(ownCommand(line), undefined, line);
  assertStrictEquals(ownCommand("echo", ["imprint-hook", "claude", "stop"]), undefined);
  assertStrictEquals(ownCommand("imprint-hook claude stop", ["x"]), undefined);
});

Deno.test("ownCommand() reads back any path when quoteWord() quoted it", () => {
  const names = fc.stringMatching(/^[ -~]{0,30}$/);
  fc.assert(fc.property(names, (name) => {
    const program = `/opt/${name}/imprint-hook`;
    const expected: OwnCommand = { form: "shell", program, args: ["claude", "stop", "--home", `/${name}`] };
    const line = [program, "claude", "stop", "--home", `/${name}`].map(quoteWord).join(" ");
    assertEquals(ownCommand(line), expected, line);
  }));
});

Deno.test("ownCommand() never throws and ends soon when the line is arbitrary", () => {
  const words = fc.constantFrom(
    "imprint-hook",
    "claude",
    '"',
    "'",
    "\\",
    "&",
    "|",
    ";",
    ">",
    " ",
    "\n",
    "(",
    "sh -c ",
    "/a b/",
  );
  fc.assert(fc.property(fc.oneof(fc.string(), fc.array(words).map((list) => list.join(""))), (line) => {
    ownCommand(line);
  }));
  ownCommand("imprint-hook-".repeat(20_000) + "!");
  ownCommand("/a b".repeat(20_000));
});
