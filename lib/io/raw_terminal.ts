/**
 * The terminal for a view that fills it: keys as they are pressed, the other screen, and everything as it was before on
 * the way out, also when a signal ends the program.
 *
 * @module
 */
import { within } from "./clock.ts";
import { writeText } from "./terminal.ts";

/** What happened at the terminal. */
export type TerminalEvent =
  | { readonly type: "bytes"; readonly bytes: Uint8Array }
  /** Another size, or back from having been stopped: everything has to be drawn again. */
  | { readonly type: "redraw" }
  /** The terminal is gone, or the program was asked to end. */
  | { readonly type: "end" };

/** A terminal in raw mode. */
export interface RawTerminal {
  /** Waits for what happens next. @returns undefined when nothing did for `milliseconds` */
  next(milliseconds?: number): Promise<TerminalEvent | undefined>;
  /** Writes; escape sequences included. */
  write(text: string): void;
  /** Columns and rows. */
  size(): { readonly columns: number; readonly rows: number };
  /** Gives the terminal back as it was. Doing it twice does no harm. */
  close(): void;
}

// The other screen, no cursor, no wrapping at the edge; and back, in turn.
const ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l";
const LEAVE = "\x1b[?7h\x1b[?25h\x1b[?1049l";

const ENDING: readonly Deno.Signal[] = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"];

/** Takes the terminal. Standard input and output have to be one. */
export function openRawTerminal(): RawTerminal {
  const queue: TerminalEvent[] = [];
  let wake: (() => void) | undefined;
  let reading = false;
  let closed = false;
  const push = (event: TerminalEvent) => {
    queue.push(event);
    wake?.();
  };
  const listeners: (readonly [Deno.Signal, () => void])[] = [
    ...ENDING.map((signal) => [signal, () => push({ type: "end" })] as const),
    ["SIGWINCH", () => push({ type: "redraw" })],
    ["SIGCONT", takeAgain],
  ];

  /** Whoever had the terminal while the program was stopped may have left it otherwise. */
  function takeAgain(): void {
    if (closed) return;
    Deno.stdin.setRaw(true);
    writeText("stdout", ENTER);
    push({ type: "redraw" });
  }

  function read(): void {
    if (reading || closed) return;
    reading = true;
    const bytes = new Uint8Array(1024);
    Deno.stdin.read(bytes).then(
      (count) => push(count === null ? { type: "end" } : { type: "bytes", bytes: bytes.subarray(0, count) }),
      () => push({ type: "end" }),
    ).finally(() => reading = false);
  }

  const known = listeners.filter(([signal, listener]) => {
    try {
      Deno.addSignalListener(signal, listener);
      return true;
    } catch {
      return false; // Windows has few of them.
    }
  });
  Deno.stdin.setRaw(true);
  writeText("stdout", ENTER);

  return {
    async next(milliseconds) {
      if (queue.length === 0) {
        read();
        const woken = new Promise<void>((resolve) => wake = resolve);
        if (milliseconds === undefined) await woken;
        else await within(woken, milliseconds);
      }
      return queue.shift();
    },
    write: (text) => void writeText("stdout", text),
    size() {
      try {
        const { columns, rows } = Deno.consoleSize();
        return { columns: columns || 80, rows: rows || 24 };
      } catch {
        return { columns: 80, rows: 24 };
      }
    },
    close() {
      if (closed) return;
      closed = true;
      for (const [signal, listener] of known) Deno.removeSignalListener(signal, listener);
      try {
        Deno.stdin.setRaw(false);
        writeText("stdout", LEAVE);
      } catch {
        // The terminal is gone.
      }
    },
  };
}
