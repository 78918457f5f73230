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

const COMPANIONS: readonly RedactionRule[] = TOKEN_RULES.flatMap(({ companion, source }) =>
  companion === undefined ? [] : [{ type: companion.type, source }]
);

/** All rules but the user's own words, without repeating a type. */
export const REDACTION_RULES: readonly RedactionRule[] = [
  { type: "private", source: "https://github.com/thedotmack/claude-mem/pull/3707" },
  { type: PRIVATE_KEY, source: "https://datatracker.ietf.org/doc/html/rfc7468" },
  ...TOKEN_RULES,
  ...COMPANIONS,
  URL_RULE,
  ...Object.values(HEADER_RULES),
  COMMAND_RULE,
  ...Object.values(NAME_RULES),
].filter((rule, index, all) => all.findIndex(({ type }) => type === rule.type) === index)
  .map(({ type, source }) => ({ type, source }));
