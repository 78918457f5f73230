/**
 * Every kind of secret that is looked for, in one list.
 *
 * @module
 */

import { COMMAND_RULE } from "./command_lines.ts";
import { HEADER_RULES } from "./headers.ts";
import { TOKEN_RULES } from "./provider_tokens.ts";
import { PRIVATE_KEY, type RedactionRule } from "./rule.ts";
import { NAME_RULES } from "./secret_names.ts";
import { URL_RULE } from "./urls.ts";

const byType = new Map<string, RedactionRule>();
const rules: readonly RedactionRule[] = [
  { type: "private", source: "https://github.com/thedotmack/claude-mem/pull/3707" },
  { type: PRIVATE_KEY, source: "https://datatracker.ietf.org/doc/html/rfc7468" },
  ...TOKEN_RULES,
  URL_RULE,
  ...Object.values(HEADER_RULES),
  COMMAND_RULE,
  ...Object.values(NAME_RULES),
];
for (const { type, source } of rules) if (!byType.has(type)) byType.set(type, { type, source });

/** All rules but the user's own words, each type once. */
export const REDACTION_RULES: readonly RedactionRule[] = [...byType.values()];
