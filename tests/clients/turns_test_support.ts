/**
 * A client in a terminal whose hook tells of each turn's end.
 *
 * @module
 */
import { assert } from "@std/assert";
import { pause, type Terminal, until } from "./terminal_test_support.ts";

/** The client in the terminal. */
export interface TurnSession extends Terminal {
  /** Types a prompt and waits for the end of its turn. */
  turn(text: string): Promise<void>;
  /** Types a line and waits until something is true. */
  lineUntil(text: string, what: string, isTrue: () => boolean): Promise<void>;
  /** Waits until so many turns have ended since the session was started. */
  turns(count: number): Promise<void>;
  /** Types `/exit` and waits for the end of the client. */
  exit(): Promise<void>;
}

/**
 * Waits until the client takes input.
 *
 * @param options `isReady`: says so of the screen; `ended`: how many turns have ended in all; `explain`: for messages
 * @throws {Error} when it takes none within two minutes; the client is ended then
 */
export async function turnSession(
  terminal: Terminal,
  { isReady, ended, explain, settle }: {
    readonly isReady: (screen: string) => boolean;
    readonly ended: () => number;
    readonly explain: () => string;
    /** What is done when it is ready, before anything is typed. */
    readonly settle: () => Promise<void>;
  },
): Promise<TurnSession> {
  const before = ended();
  const turns = (number: number) => until(`the end of turn ${number}`, () => ended() >= before + number, { explain });
  try {
    await until("the client", () => isReady(terminal.screen()), { milliseconds: 120_000, explain });
    await settle();
  } catch (error) {
    await terminal.end(0);
    throw error;
  }
  return {
    ...terminal,
    turns,
    async turn(text) {
      const number = ended() - before;
      await terminal.line(text);
      await turns(number + 1);
      await pause(500);
    },
    async lineUntil(text, what, isTrue) {
      await terminal.line(text);
      await until(what, isTrue, { explain });
      await pause(500);
    },
    async exit() {
      await terminal.line("/exit");
      assert(await terminal.end(20_000), explain());
    },
  };
}
