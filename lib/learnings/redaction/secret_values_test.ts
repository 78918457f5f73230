import { assertEquals } from "@std/assert";
import { ALNUM, BASE64, HEX, random } from "./redaction_test_support.ts";
import { isCode, isPlaceholder, looksLikePassphrase, looksLikePassword, looksRandom } from "./secret_values.ts";

Deno.test("isPlaceholder() knows stand-ins and what is filled in later", () => {
  for (
    const value of [
      ..."changeme password Secret token your-api-key-here YOUR_TOKEN <token> ******** xxxxxxxx ... null"
        .split(" "),
      ..."${TOKEN} $TOKEN $(cat) {{token}} {token} #{token} %TOKEN% %s :token [token] $env:TOKEN REPLACE_ME todo".split(
        " ",
      ),
      ..."example-key dummy fake-token my_secret sk-ant-... redacted aaaa 1111 password_here MY_PASSWORD".split(" "),
    ]
  ) assertEquals(isPlaceholder(value), true, value);
  for (const value of ["hunter2", "letmein", random(ALNUM, 32), "Passw0rd!", "12345678"]) {
    assertEquals(isPlaceholder(value), false, value);
  }
});

Deno.test("looksRandom() tells generated values from names", () => {
  for (
    const value of [
      random(ALNUM, 16),
      random(HEX, 32),
      random(BASE64, 40),
      "q8Zt4Lw0Xb",
      "kJhQwErTyUiOpAsDfGhJ",
    ]
  ) {
    assertEquals(looksRandom(value), true, value);
  }
  for (
    const value of [
      ..."kettle-prod-2 getUserToken2 setDefaultModelAndProvider cudaErrorCompatNotSupportedOnDevice sha256sum".split(
        " ",
      ),
      ..."2026-11-29T22:04:01Z 1.2.3-beta.4 10.0.42.7 /srv/kettle/lib/auth.ts lib/auth/token_store.ts:42:17".split(" "),
      ..."test-token-123 Mozilla/5.0 application/json abcdefghijklmnop 123456789012 tok_1234567890 KETTLE_API_VERSION_2"
        .split(" "),
      "3f2b8c1e-9d4a-4b7e-8f60-1a2b3c4d5e6f",
      "req_3f2b8c1e-9d4a-4b7e-8f60-1a2b3c4d5e6f",
      "two words 4f9a8b7c6d",
    ]
  ) assertEquals(looksRandom(value), false, value);
});

Deno.test("looksLikePassword() tells passwords from words", () => {
  for (const value of ["hunter2", "Passw0rd!", "let-me-in!x", "p@ssword", "123456", "Tr0ub4dor&3", "my s3cret pass"]) {
    assertEquals(looksLikePassword(value), true, value);
  }
  for (
    const value of [
      "letmein",
      "required",
      "Passwort",
      "too short",
      "v1.2",
      "Welcome!",
      "required|string|min:8",
      "/etc/kettle",
      "1.5",
      "abc",
    ]
  ) {
    assertEquals(looksLikePassword(value), false, value);
  }
});

Deno.test("looksLikePassphrase() tells drawn words from sentences", () => {
  assertEquals(looksLikePassphrase("copper lantern mossy violin"), true);
  assertEquals(looksLikePassphrase("copper-lantern-mossy-violin-kettle"), true);
  for (const value of ["enter the passphrase for this key", "three short words", "Copper lantern mossy violin"]) {
    assertEquals(looksLikePassphrase(value), false, value);
  }
});

Deno.test("isCode() knows calls, members and paths", () => {
  for (
    const value of [
      "getToken()",
      "user.password",
      "a?.b",
      "./a/b.ts",
      "/run/secrets/db",
      "C:\\kettle",
    ]
  ) {
    assertEquals(isCode(value), true, value);
  }
  for (const value of ["hunter2", "q8Zt4Lw0Xb", "a.q8Zt4Lw0Xb9"]) assertEquals(isCode(value), false, value);
});
