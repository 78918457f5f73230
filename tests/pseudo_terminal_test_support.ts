/**
 * Runs a program on a terminal of its own, made by Python, which is on every machine that tests are run on; where it is
 * not, those tests are ignored.
 *
 * @module
 */
import { assert } from "@std/assert";
import { canUseDisk } from "./disk_test_support.ts";

/** What came of it. */
export interface TerminalRun {
  /** Everything that the terminal got. */
  readonly output: string;
  readonly code: number;
  /** True when the terminal reads lines and echoes again, as it did before. */
  readonly restored: boolean;
}

/** What is done once the program has written what it waits for. */
export type TerminalStep =
  & { readonly after: string }
  & ({ readonly type: string } | { readonly signal: string } | {
    readonly resize: readonly [columns: number, rows: number];
  });

const SCRIPT = `
import pty, os, sys, time, select, signal, struct, fcntl, termios, json
steps = json.loads(sys.argv[1]); cmd = sys.argv[2:]
pid, fd = pty.fork()
if pid == 0:
    time.sleep(0.2)
    os.execvp(cmd[0], cmd)
size = lambda columns, rows: fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
size(60, 10)
out = b""; seen = 0; end = time.time() + 60; alive = True
while alive and time.time() < end:
    r, _, _ = select.select([fd], [], [], 0.05)
    if r:
        try: data = os.read(fd, 65536)
        except OSError: data = b""
        alive = data != b""
        out += data
    if steps and steps[0]["after"].encode() in out[seen:]:
        step = steps.pop(0); seen = len(out)
        if "type" in step: os.write(fd, step["type"].encode())
        elif "signal" in step: os.kill(pid, getattr(signal, step["signal"]))
        else:
            size(*step["resize"]); os.kill(pid, signal.SIGWINCH)
if alive: os.kill(pid, signal.SIGKILL)
mode = termios.tcgetattr(fd)[3]
_, status = os.waitpid(pid, 0)
print(json.dumps({"output": out.decode(errors="replace"), "code": os.waitstatus_to_exitcode(status),
  "restored": bool(mode & termios.ICANON) and bool(mode & termios.ECHO), "left": len(steps)}))
`;

/** True where such tests can be run. */
export const hasPseudoTerminals = canUseDisk && Deno.build.os !== "windows" && hasPython();

function hasPython(): boolean {
  try {
    const args = ["-c", "import pty, os; os.waitstatus_to_exitcode"];
    return new Deno.Command("python3", { args, stdin: "null", stdout: "null", stderr: "null" }).outputSync().success;
  } catch {
    return false;
  }
}

/** Runs a command on a terminal of 60 columns and 10 rows. */
export async function onTerminal(
  command: readonly string[],
  options: {
    readonly steps: readonly TerminalStep[];
    readonly env: Readonly<Record<string, string>>;
    readonly cwd: string;
  },
): Promise<TerminalRun> {
  const { stdout, stderr } = await new Deno.Command("python3", {
    args: ["-c", SCRIPT, JSON.stringify(options.steps), ...command],
    env: { TERM: "xterm-256color", ...options.env },
    cwd: options.cwd,
    stdin: "null",
  }).output();
  const text = new TextDecoder().decode(stdout);
  assert(text !== "", new TextDecoder().decode(stderr));
  const { left, ...run } = JSON.parse(text);
  assert(left === 0, `${left} steps were not reached: ${JSON.stringify(run.output)}`);
  return run;
}
