/**
 * Decides whether a value that is tied to a telling name is a secret.
 *
 * @module
 */

import type { NameClass } from "./secret_names.ts";
import {
  isChain,
  isCode,
  isPath,
  isPlaceholder,
  isRandomUuid,
  looksLikePassphrase,
  looksLikePassword,
  looksRandom,
} from "./secret_values.ts";
import type { Value } from "./value_ends.ts";

const NOUN_INSIDE =
  /pass|pwd|secret|token|key|auth|cred|user|string|null|param|config|option|prop|field|label|error|hash/i;
const ALGORITHM = /^(?:sha|md|base|utf|aes|rsa|hs|rs|es|ps|ed|argon|bcrypt|pbkdf|scrypt|hmac|oauth|crc|x)-?[0-9]/i;
const WHOLE_CALL = /^[\w.$]+(?:\([^)]*\)|[([]$)/;

function isPassword(value: Value): boolean {
  const { text, quoted, tie } = value;
  if (tie === "setting" && !/\s/.test(text)) {
    if (WHOLE_CALL.test(text) || isChain(text) || isPath(text)) return false;
    // PASSWORD=letmein is a password, password=user_password an argument in code.
    return !/^[A-Za-z_][\w.]*$/.test(text) || /[0-9]/.test(text) || !(NOUN_INSIDE.test(text) || isCode(text));
  }
  if (!quoted && isCode(text)) return false;
  if (looksLikePassword(text)) {
    return !ALGORITHM.test(text) &&
      (tie !== "said" || (/[0-9!@#$%^&*]/.test(text) && !/^[A-Za-z0-9]+(?:-[a-z]+)+$/.test(text)));
  }
  return quoted && tie === "assigned" && /^[a-z]{6,40}$/.test(text) && !NOUN_INSIDE.test(text);
}

/** The base64 of "user:password", as Docker and npm keep it. */
export function isBasicCredentials(value: string): boolean {
  if (!/^[A-Za-z0-9+/]{6,}={0,2}$/.test(value)) return false;
  try {
    return /^[\x20-\x39\x3b-\x7e]{1,128}:[\x20-\x7e]{1,}$/.test(atob(value));
  } catch {
    return false;
  }
}

/**
 * Decides whether the value of a name is a secret.
 *
 * @param kind what the name promises
 * @param value what stands there
 * @returns true when it must not be kept
 */
export function isSecretValue(kind: NameClass, value: Value): boolean {
  const { text, quoted, tie } = value;
  if (text.length < 4 || isPlaceholder(text)) return false;
  switch (kind) {
    case "npm-auth-token":
      return true;
    case "passphrase":
      return looksLikePassphrase(text) || isPassword(value);
    case "password":
      return isPassword(value) || isRandomUuid(text);
    case "pass":
      return (quoted || tie === "setting" || tie === "argument") && isPassword(value) && /[0-9!@#$%^&*]/.test(text);
    case "auth":
      return isBasicCredentials(text) || (text.length >= 16 && looksRandom(text));
    case "aws-secret-key":
      return looksRandom(text) || /^[A-Za-z0-9/+=]{40}$/.test(text);
    case "token":
      return (quoted || !isCode(text)) && looksRandom(text);
    default:
      return (quoted || !isCode(text)) && (looksRandom(text) || isRandomUuid(text));
  }
}
