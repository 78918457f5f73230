/**
 * What `sessions browse` shows, and what each key makes of it. No terminal in here.
 *
 * @module
 */
import type { Key } from "./keys.ts";

/** One session in the list. */
export interface BrowseItem {
  /** Its first line: when, what, the first question. */
  readonly head: string;
  /** Its second line: the digest. */
  readonly digest: string;
}

/** Where a person is. */
export interface BrowseState {
  readonly items: readonly BrowseItem[];
  /** The chosen item. */
  readonly chosen: number;
  /** The open conversation, line by line; undefined in the list. */
  readonly lines: readonly string[] | undefined;
  /** Its first line that is shown. */
  readonly top: number;
  /** What is being typed behind `/`; undefined when nothing is. */
  readonly typing: string | undefined;
  /** What was searched for last; empty when nothing was. */
  readonly query: string;
  /** Said once, at the bottom. */
  readonly note: string;
}

/** What has to be done outside. */
export type BrowseAction = "none" | "open" | "quit" | "redraw";

/** A state, and what has to be done. */
export interface BrowseStep {
  readonly state: BrowseState;
  readonly action: BrowseAction;
}

/** The list, with nothing open. */
export function browseStart(items: readonly BrowseItem[]): BrowseState {
  return { items, chosen: 0, lines: undefined, top: 0, typing: undefined, query: "", note: "" };
}

/** Opens a conversation. */
export function opened(state: BrowseState, lines: readonly string[]): BrowseState {
  // Its end is what a person looks for first in a list of the newest.
  return { ...state, lines, top: 0, note: "" };
}

/**
 * What a key does.
 *
 * @param page how many items, or lines of a conversation, are on the screen
 */
export function browseKey(state: BrowseState, key: Key, page: number): BrowseStep {
  const quiet = { ...state, note: "" };
  if (state.typing !== undefined) return { state: typed(quiet, state.typing, key), action: "none" };
  const name = "key" in key ? key.key : COMMANDS[key.text];
  switch (name) {
    case "quit":
    case "interrupt":
      return { state: quiet, action: "quit" };
    case "back":
    case "escape":
    case "backspace":
      if (state.lines !== undefined) return { state: { ...quiet, lines: undefined, top: 0 }, action: "none" };
      return { state: quiet, action: name === "back" ? "quit" : "none" };
    case "enter":
      return { state: quiet, action: state.lines === undefined && state.items.length > 0 ? "open" : "none" };
    case "search":
      return { state: { ...quiet, typing: "" }, action: "none" };
    case "next":
      return { state: found(quiet, 1, { stays: false }), action: "none" };
    case "previous":
      return { state: found(quiet, -1, { stays: false }), action: "none" };
    case "redraw":
      return { state: quiet, action: "redraw" };
    default:
      return { state: name === undefined ? quiet : moved(quiet, name, Math.max(1, page)), action: "none" };
  }
}

type Move = "up" | "down" | "page-up" | "page-down" | "home" | "end";
type Command = Move | "quit" | "back" | "enter" | "search" | "next" | "previous";

const COMMANDS: Readonly<Record<string, Command>> = {
  j: "down",
  k: "up",
  " ": "page-down",
  b: "page-up",
  f: "page-down",
  g: "home",
  G: "end",
  q: "back",
  Q: "quit",
  l: "enter",
  h: "back",
  "/": "search",
  n: "next",
  N: "previous",
};

function moved(state: BrowseState, move: Move | "clear", page: number): BrowseState {
  const by: Record<Move | "clear", number> = {
    up: -1,
    down: 1,
    "page-up": -page,
    "page-down": page,
    home: -Infinity,
    end: Infinity,
    clear: 0,
  };
  if (state.lines === undefined) return { ...state, chosen: within(state.chosen + by[move], state.items.length - 1) };
  return { ...state, top: within(state.top + by[move], state.lines.length - page) };
}

function within(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}

function typed(state: BrowseState, typing: string, key: Key): BrowseState {
  if ("text" in key) return { ...state, typing: typing + key.text };
  switch (key.key) {
    case "enter": {
      const query = typing === "" ? state.query : typing;
      return found({ ...state, typing: undefined, query }, 1, { stays: true });
    }
    case "escape":
    case "interrupt":
      return { ...state, typing: undefined };
    case "clear":
      return { ...state, typing: "" };
    case "backspace":
      return typing === "" ? { ...state, typing: undefined } : { ...state, typing: [...typing].slice(0, -1).join("") };
    default:
      return state;
  }
}

/** The next hit in a direction, once around. */
function found(state: BrowseState, step: 1 | -1, { stays }: { readonly stays: boolean }): BrowseState {
  const { query, lines, items } = state;
  if (query === "") return { ...state, note: "Nothing was searched for yet: / searches." };
  const texts = lines ?? items.map(({ head, digest }) => `${head} ${digest}`);
  const from = lines === undefined ? state.chosen : state.top;
  const wanted = folded(query);
  const start = stays ? 0 : 1;
  for (let away = start; away < texts.length + start; away++) {
    const at = (((from + step * away) % texts.length) + texts.length) % texts.length;
    if (!folded(texts[at] ?? "").includes(wanted)) continue;
    return lines === undefined ? { ...state, chosen: at } : { ...state, top: at };
  }
  return { ...state, note: `Nothing holds "${query}".` };
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
