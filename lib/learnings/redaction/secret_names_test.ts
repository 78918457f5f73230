import { assertEquals } from "@std/assert";
import { classifyName } from "./secret_names.ts";

const CASES: readonly (readonly [kind: string | undefined, names: string])[] = [
  [
    "password",
    "password DB_PASSWORD dbPassword password_2 rootPasswordProd PGPASSWORD passwd user-passwd pwd DB_PASS smtpPass kennwort pw",
  ],
  ["passphrase", "passphrase GPG_PASSPHRASE"],
  ["pass", "pass PASS"],
  ["secret", "secret CLIENT_SECRET clientSecret jwtsecret credentials creds"],
  ["token", "token ACCESS_TOKEN refreshToken token_value authtoken X-Auth-Token csrf_token"],
  [
    "api-key",
    "api_key apiKey APIKEY x-api-key SECRET_KEY SECRET_KEY_BASE privateKey signing-key STRIPE_KEY ACME_KEY OPENAI_API_KEY_PROD",
  ],
  ["aws-secret-key", "AWS_SECRET_ACCESS_KEY secretAccessKey SecretAccessKey"],
  ["azure-key", "AccountKey SharedAccessKey"],
  ["npm-auth-token", "_authToken"],
  ["auth", "auth _auth"],
  [
    undefined,
    "key keys primaryKey public_key CACHE_KEY PUBLIC_KEY foreign_key keyboard monkey tokens max_tokens tokenizer token_count next_token pageToken " +
    "eos_token passwordHash password_field DB_PASSWORD_FILE passed bypass test_pass secretName secretsManager author authored oauth KEY_ID PWD OLDPWD",
  ],
];

for (const [kind, names] of CASES) {
  Deno.test(`classifyName() says ${kind} of ${names.slice(0, 40)}`, () => {
    for (const name of names.split(" ")) assertEquals(classifyName(name, ""), kind, name);
  });
}

Deno.test("classifyName() reads the word in front where the name alone says little", () => {
  assertEquals(classifyName("key", "API"), "api-key");
  assertEquals(classifyName("key", "the"), undefined);
  assertEquals(classifyName("token", "next"), undefined);
  assertEquals(classifyName("pass", "tests"), undefined);
});
