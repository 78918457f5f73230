/**
 * Which exchanges a new prompt rewinds.
 *
 * Every record is live unless proven dead, and the proof is local (design section 3): a typed prompt whose parent is the
 * parent of an earlier typed prompt, or a record before an earlier typed prompt, rewinds what lies between. A parent that
 * is null, absent or not in the file proves nothing; walking back from a leaf was tried over real transcripts and called
 * 116 of 187 replies dead at a compaction boundary.
 *
 * State is bounded: the last {@linkcode RECENT} tree records, and for each of the last {@linkcode REACH} prompts the
 * {@linkcode BEFORE} records in front of it. The same bounds hold in one run and over many, so that the result never
 * depends on where a run ended.
 *
 * @module
 */
import { holdsMark, MARK_LENGTH } from "./joined_marks.ts";

/** Tree records remembered, to know that a parent is a record of this file. */
const RECENT = 64;
/** Records remembered in front of each prompt, beside its parent. */
const BEFORE = 8;
/** Searches of all prompts before their marks are counted: a hook adds one prompt or two. */
const SEARCHES = 8;
const MARKS = new RegExp(`.{${MARK_LENGTH}}`, "g");
/** Counters of marks: seven for each mark of as many prompts as can be rewound. */
const COUNTED = 0x4000;
/** Prompts that can still be rewound. */
const REACH = 256;

/** One prompt as lineage sees it. */
interface Prompt {
  readonly exchangeId: string;
  /** Marks of the records in front of it, its parent among them, joined. */
  readonly before: string;
  replied: boolean;
  dead: boolean;
}

/** A tree record. Its mark is made when it is wanted: only those in front of a prompt are. */
interface TreeRecord {
  /** Null for one that an earlier run saw, of which only the mark is known. */
  readonly uuid: string | null;
  mark: string | undefined;
}

/**
 * Serialisable form of {@linkcode Lineage}: few long texts, as every hook reads and writes it, and thousands of short ones
 * take the time of its start-up.
 */
export interface LineageState {
  /** Marks, joined. */
  readonly recent: string;
  /** Exchange ids, the marks in front of them, and a digit for each that says what it is; all separated by spaces. */
  readonly prompts: readonly [exchangeIds: string, before: string, bits: string];
}

/** An exchange that a new prompt leaves behind. */
export interface RewoundExchange {
  readonly exchangeId: string;
  /** False: it never had a reply and is withdrawn. */
  readonly replied: boolean;
}

/** Follows the tree of one session, record by record. */
export interface Lineage {
  link(uuid: string): void;
  /** Adds a prompt, whose own record may have been linked already, and tells which earlier exchanges it rewinds, oldest first. */
  prompt(exchangeId: string, tree: { readonly uuid: string | null; readonly parent: string | null }): RewoundExchange[];
  /** The exchange got a reply. */
  replied(exchangeId: string): void;
  /** Exchanges were taken back. @returns those that end so, in order */
  takeBack(exchangeIds: readonly string[]): RewoundExchange[];
  /** What it is now, written out when it is wanted. */
  snapshot(): () => LineageState;
}

/**
 * Starts or continues a lineage.
 *
 * @param state what an earlier run's `state()` gave
 */
export function createLineage(state?: LineageState): Lineage {
  const known = typeof state?.recent === "string" ? state.recent.match(MARKS) ?? [] : [];
  let recent: TreeRecord[] = known.map((one) => ({ uuid: null, mark: one }));
  const prompts: Prompt[] = readPrompts(state?.prompts);
  // How many marks of prompts end like one: almost no prompt goes back to one of them, and in an import that must not
  // take a search, nor a map of texts that changes with each prompt.
  let held: Uint32Array | undefined;
  let searches = 0;
  const hold = ({ before }: Prompt, by: 1 | -1): void => {
    if (held === undefined) return;
    for (let at = 0; at < before.length; at += MARK_LENGTH) held[lastBits(before, at)]! += by;
  };
  const mayHold = (parent: string): boolean => {
    if (held === undefined && searches++ < SEARCHES) return true;
    if (held === undefined) {
      held = new Uint32Array(COUNTED);
      for (const prompt of prompts) hold(prompt, 1);
    }
    return held[lastBits(parent, 0)]! > 0;
  };
  return {
    link(uuid) {
      recent.push({ uuid, mark: undefined });
      if (recent.length > RECENT * 4) recent = recent.slice(-RECENT);
    },
    prompt(exchangeId, { uuid, parent }) {
      const parentMark = parent === null ? undefined : mark(parent);
      const rewound = parentMark === undefined || !mayHold(parentMark) ? [] : rewind(prompts, parentMark);
      const before: string[] = [];
      let knowsParent = parent === null;
      const first = Math.max(0, recent.length - RECENT);
      for (let i = recent.length - 1; i >= first && !(knowsParent && before.length === BEFORE); i--) {
        const record = recent[i]!;
        if (uuid !== null && isRecord(record, uuid)) continue;
        if (before.length < BEFORE) before.push(markOf(record));
        knowsParent ||= parent !== null && isRecord(record, parent);
      }
      before.reverse();
      if (parentMark !== undefined && knowsParent && !before.includes(parentMark)) before.push(parentMark);
      const prompt: Prompt = { exchangeId, before: before.join(""), replied: false, dead: false };
      prompts.push(prompt);
      hold(prompt, 1);
      if (prompts.length > REACH) hold(prompts.shift() ?? prompt, -1);
      return rewound;
    },
    replied(exchangeId) {
      for (let i = prompts.length - 1; i >= 0; i--) {
        const prompt = prompts[i];
        if (prompt?.exchangeId === exchangeId) {
          prompt.replied = true;
          return;
        }
      }
    },
    takeBack(exchangeIds) {
      const taken = new Set(exchangeIds);
      return leave(prompts.filter((prompt) => taken.has(prompt.exchangeId)));
    },
    snapshot() {
      const records = recent.slice(-RECENT);
      const kept = prompts.slice();
      // Only these change.
      const bits = kept.map(({ replied, dead }) => (replied ? 1 : 0) | (dead ? 2 : 0));
      return () => ({
        recent: records.map(markOf).join(""),
        prompts: [
          kept.map(({ exchangeId }) => exchangeId).join(" "),
          kept.map(({ before }) => before).join(" "),
          bits.join(" "),
        ],
      });
    },
  };
}

function markOf(record: TreeRecord): string {
  return record.mark ??= mark(record.uuid ?? "");
}

/** A number below {@linkcode COUNTED} out of the last digits of the mark at `at`, and out of anything else. */
function lastBits(marks: string, at: number): number {
  let bits = 0;
  for (let i = at + MARK_LENGTH - 4; i < at + MARK_LENGTH; i++) {
    const code = marks.charCodeAt(i);
    bits = bits << 4 | (code > 0x39 ? code - 0x57 : code) & 15;
  }
  return bits & (COUNTED - 1);
}

/** Ids are compared where both are known, as that is what marks stand for. */
function isRecord(record: TreeRecord, uuid: string): boolean {
  return record.uuid === null ? record.mark === mark(uuid) : record.uuid === uuid;
}

function readPrompts(stored: LineageState["prompts"] | undefined): Prompt[] {
  // Other programs rewrite the file that it stands in.
  const isUsable = Array.isArray(stored) && stored.length === 3 && stored.every((column) => typeof column === "string");
  if (!isUsable || stored[0] === "") return [];
  const [exchangeIds = [], befores = [], bits = []] = stored.map((column) => column.split(" "));
  return exchangeIds.map((exchangeId, i) => {
    const is = Number(bits[i]);
    return { exchangeId, before: befores[i] ?? "", replied: (is & 1) !== 0, dead: (is & 2) !== 0 };
  });
}

function rewind(prompts: Prompt[], parent: string): RewoundExchange[] {
  const first = prompts.findIndex((prompt) => holdsMark(prompt.before, parent));
  return first < 0 ? [] : leave(prompts.slice(first));
}

function leave(prompts: readonly Prompt[]): RewoundExchange[] {
  const left = prompts.filter((prompt) => !prompt.dead);
  for (const prompt of left) prompt.dead = true;
  return left.map(({ exchangeId, replied }) => ({ exchangeId, replied }));
}

/** A short mark of a record id: 48 bits of two FNV-1a sums, so that ids of any shape cost the same room. */
function mark(uuid: string): string {
  let a = 0x811c9dc5;
  let b = 0x050c5d1f;
  for (let i = 0; i < uuid.length; i++) {
    const unit = uuid.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit ^ (a >>> 13), 0x01000193);
  }
  return ((a >>> 0) * 0x10000 + (b & 0xffff)).toString(16).padStart(MARK_LENGTH, "0");
}
