/**
 * `sessions browse` line by line: for screen readers, dumb terminals, and where there is no terminal at all.
 *
 * @module
 */
import { lineReader } from "../../io/read_line.ts";
import { columns, isTerminal, writeText } from "../../io/terminal.ts";
import { type BrowseItem, browseKey, browseStart } from "./state.ts";

/** Items that are shown at once. */
const PAGE = 10;
const HELP = "number: open; empty: more; /text: search; n: next hit; q: quit";

/**
 * Shows a page of items and does what lines of standard input say, until they end or one says `q`.
 *
 * @param options `open` gives the lines of a conversation; `nothing` is said where there are no items
 */
export function browseByLines(
  items: readonly BrowseItem[],
  { open, nothing }: {
    readonly open: (index: number, columns: number) => readonly string[];
    readonly nothing: string;
  },
): void {
  const next = lineReader();
  const say = (lines: readonly string[]) => writeText("stdout", `${lines.join("\n")}\n`);
  let state = browseStart(items);
  let shown = 0;
  const page = (): readonly string[] => {
    const from = shown;
    shown = Math.min(items.length, shown + PAGE);
    return items.slice(from, shown).flatMap((
      { head, digest },
      index,
    ) => [`${from + index + 1}. ${head}`, `   ${digest}`]);
  };
  if (items.length === 0) {
    say([nothing]);
    return;
  }
  if (!say([...page(), HELP])) return;
  for (;;) {
    if (isTerminal("stdin")) writeText("stderr", "> ");
    const line = next()?.trim();
    if (line === undefined || line === "q") return;
    if (line === "") {
      if (!say(shown < items.length ? page() : ["That is all."])) return;
    } else if (line.startsWith("/") || line === "n") {
      const searched = line === "n"
        ? browseKey(state, { text: "n" }, 1).state
        : browseKey({ ...state, typing: line.slice(1) }, { key: "enter" }, 1).state;
      state = searched;
      const item = items[state.chosen];
      const found = item === undefined ? [] : [`${state.chosen + 1}. ${item.head}`, `   ${item.digest}`];
      if (!say(state.note === "" ? found : [state.note])) return;
    } else {
      const number = Number(line);
      const isItem = Number.isInteger(number) && number >= 1 && number <= items.length;
      if (!say(isItem ? open(number - 1, columns()) : [`No "${line}" here. ${HELP}`])) return;
      if (isItem) state = { ...state, chosen: number - 1 };
    }
  }
}
