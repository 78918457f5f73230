/**
 * Passwords that commands take without a telling name: `curl -u mira:...`, `sshpass -p ...`, `mysql -p...`,
 * `docker login -p ...`, `redis-cli -a ...`, `openssl ... -passin pass:...`.
 *
 * @module
 */

import type { KeywordHit } from "./keywords.ts";
import type { RedactionRule, Span } from "./rule.ts";
import { isPlaceholder } from "./secret_values.ts";

/** The rule for passwords on command lines. */
export const COMMAND_RULE: RedactionRule = {
  type: "password",
  source: "https://cwe.mitre.org/data/definitions/214.html",
};

const WINDOW = 600;

interface Command {
  /** Finds the secret, as group 1, in the line from the command's name on. */
  readonly secret: RegExp;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  "curl ": { secret: /[ \t](?:-u|-U|--user|--proxy-user)[ \t=]{0,4}(?:\\?["'])?[^\s:"']{0,80}:([^\s"'\\]{3,200})/g },
  sshpass: { secret: /[ \t]-p[ \t]{0,4}(?:\\?["'])?([^\s"'\\]{3,200})/g },
  mysql: { secret: /[ \t]-p(?:\\?["'])?([^\s"'\\-][^\s"'\\]{2,200})/g },
  "docker login": { secret: /[ \t]-p[ \t]{1,4}(?:\\?["'])?([^\s"'\\]{3,200})/g },
  "redis-cli": { secret: /[ \t]-a[ \t]{1,4}(?:\\?["'])?([^\s"'\\]{3,200})/g },
};
const PASS_SOURCE = /pass(?:in|out)?[ \t]{1,4}(?:\\?["'])?pass:([^\s"'\\]{3,200})/iy;

/** The rest of the command: its line, and lines continued with a backslash. */
function commandFrom(text: string, from: number): string {
  const window = text.slice(from, from + WINDOW);
  return /^(?:[^\n\\]|\\[\s\S])*/.exec(window)?.[0] ?? window;
}

function push(found: Span[], at: number, secret: string): void {
  if (isPlaceholder(secret) || /^[$<{]/.test(secret)) return;
  found.push({ start: at, end: at + secret.length, type: COMMAND_RULE.type });
}

/**
 * Finds passwords on command lines.
 *
 * @param text any text
 * @param to all keywords of the text, in order, and where spans are added
 * @example
 * ```ts
 * import { findCommandPasswords } from "./command_lines.ts";
 * import { findKeywords } from "./keywords.ts";
 * const text = "curl -u mira:kettle77 https://shop.test";
 * const found: { start: number; end: number }[] = [];
 * findCommandPasswords(text, { hits: findKeywords(text), found: found as never });
 * found; // [{ start: 13, end: 21, type: "password" }]
 * ```
 */
export function findCommandPasswords(
  text: string,
  to: { readonly hits: readonly KeywordHit[]; readonly found: Span[] },
): void {
  let done = 0;
  for (const hit of to.hits) {
    if (hit.word === "pass") {
      PASS_SOURCE.lastIndex = hit.start;
      const secret = PASS_SOURCE.exec(text)?.[1];
      if (secret !== undefined) push(to.found, PASS_SOURCE.lastIndex - secret.length, secret);
    }
    const command = COMMANDS[hit.word];
    // A second name in the same window has been looked at with the first; this keeps "curl curl curl" linear.
    if (command === undefined || hit.start < done) continue;
    const line = commandFrom(text, hit.start);
    done = hit.start + Math.min(line.length, WINDOW / 2);
    for (const match of line.matchAll(command.secret)) {
      const secret = match[1] ?? "";
      push(to.found, hit.start + match.index + match[0].length - secret.length, secret);
    }
  }
}
