/**
 * Globs as a machine that is in several states at once: its time grows with pattern times text, whatever the pattern.
 * No regular expression, because those of users can make one run for hours.
 *
 * @module
 */

/** One step. `next` is where it goes when its character came; `split` goes both ways without one. */
type State =
  | { readonly kind: "literal"; readonly character: string }
  /** Any character but a slash. */
  | { readonly kind: "name" }
  /** Any character. */
  | { readonly kind: "any" }
  | { kind: "split"; targets: number[] }
  | { readonly kind: "end" };

/** A compiled glob. State 0 is the start; a literal, name or any state is followed by the next one. */
export type GlobProgram = readonly State[];

/**
 * Compiles a pattern: `**` for any directories where it is a whole name, `*` and `?` within a name, `{a,b}` for
 * either. A brace without partner or comma stands for itself.
 *
 * @param pattern with `/` as separator
 * @returns the program
 */
export function compileProgram(pattern: string): GlobProgram {
  const characters = Array.from(pattern);
  const states: State[] = [];
  compileSequence({ characters, groups: findGroups(characters), states }, { from: 0, to: characters.length });
  states.push({ kind: "end" });
  return states;
}

/**
 * True when the pattern matches the text up to the end, or up to a slash of it: the directory or one above it.
 *
 * @param program a compiled glob
 * @param text a path with `/`
 * @param options `root`: how many characters the root takes, which no shorter match counts for
 * @returns whether it matches
 */
export function matchesUpTo(program: GlobProgram, text: string, { root = 0 }: { root?: number } = {}): boolean {
  const characters = Array.from(text);
  const seen = new Uint32Array(program.length);
  let current: number[] = [];
  let atEnd = enter(program, 0, { seen, round: 1, into: current });
  for (let at = 0; at <= characters.length; at++) {
    const character = characters[at];
    if (atEnd && at >= root && (character === undefined || character === "/")) return true;
    if (character === undefined) return false;
    const reached: number[] = [];
    atEnd = false;
    for (const index of current) {
      if (!accepts(program[index], character)) continue;
      if (enter(program, index + 1, { seen, round: at + 2, into: reached })) atEnd = true;
    }
    current = reached;
  }
  return false;
}

function accepts(state: State | undefined, character: string): boolean {
  switch (state?.kind) {
    case "literal":
      return state.character === character;
    case "name":
      return character !== "/";
    case "any":
      return true;
    default:
      return false;
  }
}

interface Round {
  /** The last round in which each state was entered. */
  readonly seen: Uint32Array;
  readonly round: number;
  readonly into: number[];
}

/** Enters a state and all that need no character; true when the end is among them. */
function enter(program: GlobProgram, start: number, { seen, round, into }: Round): boolean {
  const waiting = [start];
  let atEnd = false;
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (seen[index] === round) continue;
    seen[index] = round;
    const state = program[index];
    if (state?.kind === "split") waiting.push(...state.targets);
    else if (state?.kind === "end") atEnd = true;
    else into.push(index);
  }
  return atEnd;
}

interface Group {
  readonly close: number;
  readonly commas: readonly number[];
}

interface Source {
  readonly characters: readonly string[];
  readonly groups: ReadonlyMap<number, Group>;
  readonly states: State[];
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Opening braces that have a partner and a comma of their own. */
function findGroups(characters: readonly string[]): Map<number, Group> {
  const groups = new Map<number, Group>();
  const open: { at: number; commas: number[] }[] = [];
  characters.forEach((character, at) => {
    if (character === "{") open.push({ at, commas: [] });
    if (character === ",") open.at(-1)?.commas.push(at);
    if (character !== "}") return;
    const group = open.pop();
    if (group !== undefined && group.commas.length > 0) groups.set(group.at, { close: at, commas: group.commas });
  });
  return groups;
}

function compileSequence(source: Source, { from, to }: Span): void {
  const { characters, groups, states } = source;
  for (let at = from; at < to;) {
    const character = characters[at] ?? "";
    const group = groups.get(at);
    const stars = countStars(characters, { from: at, to });
    // `**/`: no directory or any number of them.
    if (stars === 2 && startsName(characters, { from, to: at }) && characters[at + 2] === "/" && at + 2 < to) {
      optional(states, () => {
        repeat(states, "any");
        states.push({ kind: "literal", character: "/" });
      });
      at += 3;
    } else if (character === "/" && countStars(characters, { from: at + 1, to }) === 2 && at + 3 === to) {
      // `/**` at the end: the directory itself and all below.
      optional(states, () => {
        states.push({ kind: "literal", character });
        repeat(states, "any");
      });
      at = to;
    } else if (stars > 0) {
      const alone = stars === 2 && startsName(characters, { from, to: at }) && at + 2 === to;
      // A star that is a whole name stands for one with at least a character.
      if (!alone && isWholeName(characters, { from: at, to: at + stars })) states.push({ kind: "name" });
      repeat(states, alone ? "any" : "name");
      at += stars;
    } else if (group !== undefined && group.close < to) {
      alternatives(source, { at, group });
      at = group.close + 1;
    } else {
      states.push(character === "?" ? { kind: "name" } : { kind: "literal", character });
      at++;
    }
  }
}

function countStars(characters: readonly string[], { from, to }: Span): number {
  let count = 0;
  while (from + count < to && characters[from + count] === "*") count++;
  return count;
}

function startsName(characters: readonly string[], { from, to }: Span): boolean {
  return to === from || characters[to - 1] === "/";
}

function isWholeName(characters: readonly string[], { from, to }: Span): boolean {
  return startsName(characters, { from: 0, to: from }) && (to === characters.length || characters[to] === "/");
}

function optional(states: State[], body: () => void): void {
  const split: State = { kind: "split", targets: [] };
  states.push(split);
  const start = states.length;
  body();
  split.targets = [start, states.length];
}

function repeat(states: State[], kind: "any" | "name"): void {
  const split: State = { kind: "split", targets: [] };
  const back: State = { kind: "split", targets: [states.length] };
  states.push(split, { kind }, back);
  split.targets = [states.length - 2, states.length];
}

function alternatives(source: Source, { at, group }: { readonly at: number; readonly group: Group }): void {
  const { states } = source;
  const split: State = { kind: "split", targets: [] };
  states.push(split);
  const exits: { kind: "split"; targets: number[] }[] = [];
  const borders = [at, ...group.commas, group.close];
  for (let index = 0; index + 1 < borders.length; index++) {
    split.targets.push(states.length);
    compileSequence(source, { from: (borders[index] ?? 0) + 1, to: borders[index + 1] ?? 0 });
    const exit = { kind: "split" as const, targets: [] };
    exits.push(exit);
    states.push(exit);
  }
  for (const exit of exits) exit.targets.push(states.length);
}
