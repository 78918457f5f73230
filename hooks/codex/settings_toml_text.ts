/**
 * Whole lines of a `config.toml` put in, taken out and rewritten. Nothing here knows whether the result is right: the
 * caller parses it. A text in which a heading stands inside of a string, say, is one that the caller refuses.
 *
 * @module
 */
import type { AnyHandler, EventHandler } from "../../lib/settings/handler.ts";
import type { Json } from "../../lib/types.ts";
import type { CodexHook } from "./settings_value.ts";

/** Where a hook stands. */
export type HookPlace = Pick<CodexHook, "event" | "group" | "index">;

/**
 * Adds an entry at the end: behind every other one of its event, wherever those stand.
 *
 * @example
 * ```ts
 * import { appendBlock } from "./settings_toml_text.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const text = appendBlock('model = "o"\n', { event: "Stop", handler: { type: "command", command: "x" } });
 * assertEquals(text.split("\n").slice(1, 4), ["", "[[hooks.Stop]]", "[[hooks.Stop.hooks]]"]);
 * ```
 */
export function appendBlock(text: string, entry: EventHandler): string {
  const eol = eolOf(text);
  // A text that ended in the middle of a line is known again by that: no empty line stands in front of the block then.
  const gap = text === "" || text === "\ufeff" ? "" : eol;
  return text + gap + blockOf(entry, eol);
}

/**
 * The text without an entry that {@linkcode appendBlock} added and nothing was written behind.
 *
 * @returns undefined when that is not so
 */
export function withoutBlock(text: string, entry: EventHandler): string | undefined {
  const eol = eolOf(text);
  const block = blockOf(entry, eol);
  if (!text.endsWith(block)) return undefined;
  const before = text.slice(0, -block.length);
  const candidates = [before, ...before.endsWith(eol) ? [before.slice(0, -eol.length)] : []];
  return candidates.find((candidate) => appendBlock(candidate, entry) === text);
}

function blockOf({ event, handler }: EventHandler, eol: string): string {
  const lines = [`[[hooks.${event}]]`, `[[hooks.${event}.hooks]]`, ...Object.entries(handler).map(keyLine)];
  return lines.map((line) => `${line}${eol}`).join("");
}

function keyLine([key, value]: readonly [string, Json]): string {
  return `${key} = ${tomlValue(value)}`;
}

/** Single quotes where nothing needs an escape, so that a path stays readable. */
function tomlValue(value: Json): string {
  if (typeof value !== "string") return JSON.stringify(value);
  // deno-lint-ignore no-control-regex -- those TOML escapes
  return /['\x00-\x1f\x7f]/.test(value) ? JSON.stringify(value).replaceAll("\x7f", "\\u007f") : `'${value}'`;
}

/** Lines with their line ends. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function eolOf(text: string): string {
  return /^[^\n]*\r\n/.test(text) ? "\r\n" : "\n";
}

/** Half-open range of lines: a heading and what stands below it. */
interface Section {
  readonly start: number;
  readonly end: number;
}

/** Where a hook's handler and its group begin and end. */
function find(
  lines: readonly string[],
  { event, group, index }: HookPlace,
): { readonly group: number; readonly handler: Section } | undefined {
  const headings = lines.flatMap((line, at) => /^\s*\[/.test(line) ? [at] : []);
  const isGroup = heading(["hooks", event]);
  const isHandler = heading(["hooks", event, "hooks"]);
  const groups = headings.filter((at) => isGroup.test(lines[at] ?? ""));
  const start = groups[group];
  if (start === undefined) return undefined;
  const until = groups[group + 1] ?? lines.length;
  const handler = headings.filter((at) => at > start && at < until && isHandler.test(lines[at] ?? ""))[index];
  if (handler === undefined) return undefined;
  return { group: start, handler: { start: handler, end: headings.find((at) => at > handler) ?? lines.length } };
}

function heading(keys: readonly string[]): RegExp {
  const parts = keys.map((key) => `(?:${key}|"${key}"|'${key}')`);
  return new RegExp(`^[^\\S\\n]*\\[\\[[^\\S\\n]*${parts.join("[^\\S\\n]*\\.[^\\S\\n]*")}[^\\S\\n]*\\]\\]`);
}

/**
 * Takes out the lines of one handler; comments stay, one empty line in front goes.
 *
 * @param options `group`: with the heading and the keys of its group
 * @returns undefined when the lines are not found
 */
export function cutEntry(text: string, hook: HookPlace, options: { readonly group: boolean }): string | undefined {
  const lines = linesOf(text);
  const found = find(lines, hook);
  if (found === undefined) return undefined;
  const start = options.group ? found.group : found.handler.start;
  const last = lines.findLastIndex((line, at) => at < found.handler.end && isKey(line) && at >= found.handler.start);
  const end = Math.max(last, found.handler.start) + 1;
  const from = start > 0 && /^\s*$/.test(lines[start - 1] ?? "") ? start - 1 : start;
  return lines.filter((line, at) => at < from || at >= end || isComment(line)).join("");
}

/**
 * Writes a handler's lines anew where they differ.
 *
 * @param handler what it is to hold
 * @returns undefined when the lines are not found
 */
export function rewriteHandler(
  text: string,
  hook: HookPlace & Pick<CodexHook, "handler">,
  handler: AnyHandler,
): string | undefined {
  const lines = linesOf(text);
  const section = find(lines, hook)?.handler;
  if (section === undefined) return undefined;
  const eol = eolOf(text);
  const body = lines.slice(section.start + 1, section.end);
  const there = new Set(body.map(keyOf));
  const kept = body.flatMap((line) => {
    const key = keyOf(line);
    if (key === undefined) return [line];
    const value = handler[key];
    if (value === undefined) return [];
    const indent = /^\s*/.exec(line)?.[0] ?? "";
    return JSON.stringify(value) === JSON.stringify(hook.handler[key])
      ? [line]
      : [`${indent}${keyLine([key, value])}${eol}`];
  });
  const missing = Object.entries(handler).filter(([key]) => !there.has(key)).map((entry) => `${keyLine(entry)}${eol}`);
  const last = kept.findLastIndex(isKey) + 1;
  const ended = kept.map((line, at) =>
    at === last - 1 && missing.length > 0 && !line.endsWith("\n") ? line + eol : line
  );
  return [
    ...lines.slice(0, section.start + 1),
    ...ended.slice(0, last),
    ...missing,
    ...ended.slice(last),
    ...lines.slice(section.end),
  ].join("");
}

/** The bare or quoted key of a line `key = value`. */
function keyOf(line: string): string | undefined {
  return /^\s*(?:([\w-]+)|"([\w-]+)"|'([\w-]+)')\s*=/.exec(line)?.slice(1).find((key) => key !== undefined);
}

function isKey(line: string): boolean {
  return keyOf(line) !== undefined;
}

function isComment(line: string): boolean {
  return /^\s*#/.test(line);
}
