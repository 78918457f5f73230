/**
 * Bytes of a terminal to keys. Over a slow line a key's bytes may come in pieces.
 *
 * @module
 */

/** A key that has a name. */
export type NamedKey =
  | "up"
  | "down"
  | "page-up"
  | "page-down"
  | "home"
  | "end"
  | "enter"
  | "escape"
  | "backspace"
  | "interrupt"
  | "clear"
  | "redraw";

/** One key. */
export type Key = { readonly key: NamedKey } | { readonly text: string };

/** Reads keys. */
export interface KeyReader {
  /** @returns the keys that are whole */
  push(bytes: Uint8Array): readonly Key[];
  /** True while something waits for the rest of a key; a lone escape is one after a moment without more. */
  readonly waits: boolean;
  /** Nothing more came. @returns what the bytes that wait mean alone */
  flush(): readonly Key[];
}

const SEQUENCES: Readonly<Record<string, NamedKey>> = {
  "[A": "up",
  "[B": "down",
  OA: "up",
  OB: "down",
  "[5~": "page-up",
  "[6~": "page-down",
  "[H": "home",
  "[F": "end",
  OH: "home",
  OF: "end",
  "[1~": "home",
  "[4~": "end",
  "[7~": "home",
  "[8~": "end",
};
const CONTROLS: Readonly<Record<string, NamedKey>> = {
  "\r": "enter",
  "\n": "enter",
  "\x7f": "backspace",
  "\b": "backspace",
  "\x03": "interrupt",
  "\x04": "interrupt",
  "\x02": "page-up",
  "\x06": "page-down",
  "\x0c": "redraw",
  "\x0e": "down",
  "\x10": "up",
  "\x15": "clear",
};

// deno-lint-ignore no-control-regex -- escape sequences begin with one
const SEQUENCE = /^\x1b(\[[0-9;?]*[ -/]*[@-~]|O[@-~])/;
// deno-lint-ignore no-control-regex -- escape sequences begin with one
const PART = /^\x1b(?:\[[0-9;?]*[ -/]*|O)?$/;

/** Makes a reader. */
export function createKeyReader(): KeyReader {
  const decoder = new TextDecoder();
  let held = "";

  function take(): readonly Key[] {
    const keys: Key[] = [];
    while (held !== "" && !PART.test(held)) {
      const sequence = SEQUENCE.exec(held);
      if (sequence !== null) {
        held = held.slice(sequence[0].length);
        const name = SEQUENCES[sequence[1] ?? ""];
        // Keys that mean nothing here, and what the terminal answers on its own.
        if (name !== undefined) keys.push({ key: name });
        continue;
      }
      const character = String.fromCodePoint(held.codePointAt(0) ?? 0);
      held = held.slice(character.length);
      keys.push(...keyOf(character));
    }
    return keys;
  }

  return {
    push(bytes) {
      held += decoder.decode(bytes, { stream: true });
      return take();
    },
    get waits() {
      return held !== "";
    },
    flush() {
      const isEscape = held.startsWith("\x1b");
      held = "";
      return isEscape ? [{ key: "escape" }] : [];
    },
  };
}

function keyOf(character: string): readonly Key[] {
  if (character === "\x1b") return [{ key: "escape" }];
  const name = CONTROLS[character];
  if (name !== undefined) return [{ key: name }];
  return character < " " ? [] : [{ text: character }];
}
