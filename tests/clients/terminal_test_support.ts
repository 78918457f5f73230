/**
 * A program in a pseudo-terminal, typed into as a person would: `script` of util-linux makes the terminal.
 *
 * @module
 */

/** What to start. */
export interface TerminalOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A running program. */
export interface Terminal {
  /** Types a line: the text, a moment later the enter key. */
  line(text: string): Promise<void>;
  /** Sends keys as they are. */
  keys(text: string): Promise<void>;
  /** What the screen was sent so far, without control sequences. */
  screen(): string;
  /** Waits for the end of the program; it is killed after a time. @returns true when it ended by itself */
  end(milliseconds: number): Promise<boolean>;
}

/** True when there is a `script` that takes the options used here. */
export function hasTerminal(): boolean {
  if (Deno.build.os !== "linux") return false;
  try {
    const { success, stdout } = new Deno.Command("script", { args: ["--version"], stderr: "null" }).outputSync();
    return success && new TextDecoder().decode(stdout).includes("util-linux");
  } catch {
    return false;
  }
}

/** Starts a program in a terminal of 160 columns and 50 rows. */
export function startTerminal({ command, args, cwd, env }: TerminalOptions): Terminal {
  const words = [command, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const child = new Deno.Command("script", {
    args: ["--quiet", "--flush", "--return", "--command", `stty cols 160 rows 50; exec ${words}`, "/dev/null"],
    cwd,
    clearEnv: true,
    env: { ...env, TERM: "xterm-256color", SHELL: "/bin/sh" },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  const encoder = new TextEncoder();
  let sent = "";
  const reading = (async () => {
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) sent += text;
  })();
  let ended = false;
  const status = child.status.then(() => {
    ended = true;
  });
  const keys = async (text: string) => {
    if (!ended) await writer.write(encoder.encode(text)).catch(() => {});
  };
  return {
    keys,
    async line(text) {
      await keys(text);
      // Text and enter in one go would be taken for a paste.
      await pause(400);
      await keys("\r");
    },
    screen: () => withoutControls(sent),
    async end(milliseconds) {
      await Promise.race([status, pause(milliseconds)]);
      const byItself = ended;
      // On this signal it ends the program in the terminal as well.
      if (!ended) child.kill("SIGTERM");
      await Promise.race([status, pause(5000)]);
      if (!ended) child.kill("SIGKILL");
      await status;
      await writer.close().catch(() => {});
      await reading;
      return byItself;
    },
  };
}

/** Waits. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Waits until something is true. @throws {Error} that names it when it is not after a time */
export async function until(
  what: string,
  isTrue: () => boolean,
  { milliseconds = 60_000, explain = () => "" }: { readonly milliseconds?: number; readonly explain?: () => string } =
    {},
): Promise<void> {
  const end = performance.now() + milliseconds;
  while (!isTrue()) {
    if (performance.now() > end) throw new Error(`waited ${milliseconds} ms for ${what}\n${explain()}`);
    await pause(25);
  }
}

function withoutControls(text: string): string {
  return text.replace(
    // deno-lint-ignore no-control-regex -- that is what is taken out
    /\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[0-?]*[ -/]*[@-~]|\x1b[@-Z\\-_]|[\x00-\x08\x0b-\x1f]/g,
    " ",
  );
}
