/**
 * Says from a name whether a secret is assigned to it: `DB_PASSWORD`, `clientSecret`, `x-api-key`, `"token"` name one;
 * `passwordHash`, `token_count`, `primary_key`, `DB_PASSWORD_FILE` do not.
 *
 * @module
 */

import type { RedactionRule } from "./rule.ts";

/** What a name promises. `pass` and `auth` alone promise little. */
export type NameClass =
  | "password"
  | "passphrase"
  | "pass"
  | "secret"
  | "token"
  | "api-key"
  | "auth"
  | "aws-secret-key"
  | "azure-key"
  | "npm-auth-token";

const CWE = "https://cwe.mitre.org/data/definitions/798.html";

/** The rules for secrets that are known by the name they are assigned to. */
export const NAME_RULES: Readonly<Record<NameClass, RedactionRule>> = {
  password: { type: "password", source: CWE },
  passphrase: { type: "password", source: CWE },
  pass: { type: "password", source: CWE },
  secret: { type: "secret", source: CWE },
  token: { type: "token", source: CWE },
  "api-key": { type: "api-key", source: CWE },
  auth: { type: "auth", source: "https://docs.docker.com/reference/cli/docker/login/" },
  "aws-secret-key": {
    type: "aws-secret-key",
    source: "https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html",
  },
  "azure-key": {
    type: "azure-key",
    source: "https://learn.microsoft.com/en-us/azure/storage/common/storage-account-keys-manage",
  },
  "npm-auth-token": { type: "npm-auth-token", source: "https://docs.npmjs.com/cli/configuring-npm/npmrc" },
};

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

// TOKEN_PROD, secretKeyBase, password_2: what may follow the word that counts.
const SUFFIXES = words(
  "value val text txt plain plaintext raw str string env prod production dev development test testing staging stage live " +
    "local old new current default base primary secondary backup main b64 base64 hex encoded v1 v2 v3",
);
const PASSWORD = /(?:password|passwd|passwort|kennwort|passcode|pwd|wachtwoord|senha|contrasena)$/;
const BEFORE_PASS = words(
  "first second third all one two single render low high band by test tests last multi forward backward pre post did will must can to",
);
const BEFORE_TOKEN = words(
  "next page continuation sync resume cursor prev previous last first end start stop eos bos pad unk sep cls mask special " +
    "syntax lexer parse string cancel cancellation max min num per input output",
);
const BEFORE_KEY = words(
  "api access secret private auth signing sign signature encryption encrypt decryption master service client account app application " +
    "admin session subscription license licence webhook deploy consumer shared storage functions function security crypto aes hmac " +
    "jwt ingest write server root integration bot management ssh rest dsa rsa gpg wallet",
);
const VENDORS = words(
  "stripe openai anthropic claude gemini google groq mistral cohere deepseek github gitlab aws azure sendgrid mailgun mailchimp twilio " +
    "datadog mapbox algolia sentry newrelic cloudflare pinecone supabase resend tavily serpapi firecrawl elevenlabs huggingface hf replicate " +
    "openrouter xai grok together fireworks perplexity brave exa nvidia weather maps firebase linear notion slack discord telegram",
);
// An environment variable ..._KEY of an unknown vendor is a secret unless it is one of these.
const HARMLESS_KEYS = words(
  "public pub primary foreign cache sort partition idempotency index group object file routing dedup hash row map dict json yaml " +
    "config registry lookup lock queue topic redis bucket translation feature flag row column unique composite natural hot shortcut " +
    "project issue jira message event metric label tag data params",
);
const GLUED_KEY = /(?:api|access|secret|private|auth|account|master|encryption|signing|subscription)key$/;

function split(name: string): string[] {
  const parts = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/([A-Z])([A-Z][a-z])/g, "$1 $2").toLowerCase();
  return parts.split(/[^a-z0-9]+/).filter((part) => part !== "");
}

function classifyKey(name: string, parts: readonly string[]): NameClass | undefined {
  const joined = parts.join("");
  if (/secretaccesskey$/.test(joined)) return "aws-secret-key";
  if (/(?:account|sharedaccess|storage)key$/.test(joined)) return "azure-key";
  const before = parts.at(-2) ?? "";
  if (BEFORE_KEY.has(before) || VENDORS.has(before) || GLUED_KEY.test(joined)) return "api-key";
  return /^[A-Z][A-Z0-9]*_[A-Z0-9_]*$/.test(name) && !HARMLESS_KEYS.has(before) ? "api-key" : undefined;
}

/**
 * Classifies a name.
 *
 * @param name an identifier as written, with `_`, `-` or camel case
 * @param before the word in front of it in a sentence ("api" of "api key"), or ""
 * @returns undefined when no secret is to be expected
 * @example
 * ```ts
 * import { classifyName } from "./secret_names.ts";
 * classifyName("STRIPE_SECRET_KEY", ""); // "api-key"
 * classifyName("max_tokens", ""); // undefined
 * ```
 */
export function classifyName(name: string, before: string): NameClass | undefined {
  if (name === "_authToken") return "npm-auth-token";
  if (name === "PWD" || name === "OLDPWD") return undefined;
  // "api key", "next token": the word before counts where the name alone says little.
  const parts = split(/^(?:key|token|pass)$/i.test(name) ? `${before} ${name}` : name);
  while (parts.length > 1 && (SUFFIXES.has(parts.at(-1)!) || /^[0-9]{1,3}$/.test(parts.at(-1)!))) parts.pop();
  const last = parts.at(-1) ?? "";
  if (PASSWORD.test(last)) return "password";
  if (/passphrase$/.test(last)) return "passphrase";
  if (last === "pass" || last === "pw" || last === "psw") {
    if (BEFORE_PASS.has(parts.at(-2) ?? "")) return undefined;
    return /^pass$/i.test(name) ? "pass" : "password";
  }
  if (/(?:secret|cred|creds|credential|credentials)$/.test(last)) return "secret";
  if (/token$/.test(last)) return BEFORE_TOKEN.has(parts.at(-2) ?? "") ? undefined : "token";
  if (/key$/.test(last)) return classifyKey(name, parts);
  return last === "auth" && (name.startsWith("_") || name === "auth") ? "auth" : undefined;
}
