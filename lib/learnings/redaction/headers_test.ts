import { assertEquals } from "@std/assert";
import { ALNUM, BASE64, HEX, random } from "./redaction_test_support.ts";
import { createRedactor } from "./redactor.ts";

const redactor = createRedactor({});
const mixed = random(ALNUM, 32);
const basic = btoa("mira:hunter2");

const CASES: readonly (readonly [text: string, secret: string, type: string])[] = [
  [`Authorization: Bearer ${mixed}`, mixed, "bearer-token"],
  [`authorization: bearer ${mixed}\r\n`, mixed, "bearer-token"],
  [`-H 'Authorization: Bearer ${mixed}'`, mixed, "bearer-token"],
  [`-H "Authorization: Bearer a1b2"`.replace("a1b2", "a1b2c3d4"), "a1b2c3d4", "bearer-token"],
  [`{"Authorization": "Bearer ${mixed}"}`, mixed, "bearer-token"],
  [`{\\"Authorization\\": \\"Bearer ${mixed}\\"}`, mixed, "bearer-token"],
  [`headers.set("Authorization", "Bearer ${mixed}")`, mixed, "bearer-token"],
  [`const header = "Bearer ${mixed}";`, mixed, "bearer-token"],
  [`Authorization: Basic ${basic}`, basic, "basic-auth"],
  [`Proxy-Authorization: Basic ${basic}`, basic, "basic-auth"],
  [`it sends Basic ${basic}.`, basic, "basic-auth"],
  [`Authorization: token ${random(HEX, 40)}`, "", "authorization"],
  [`Authorization: SSWS 00${mixed}`, `00${mixed}`, "authorization"],
  [`Authorization: ${mixed}`, mixed, "authorization"],
  [
    `Authorization: AWS4-HMAC-SHA256 Credential=x, SignedHeaders=host, Signature=${random(HEX, 64)}`,
    "",
    "url-signature",
  ],
  [`Cookie: theme=dark; sid=${mixed}`, mixed, "cookie"],
  [`Set-Cookie: session=${mixed}; Path=/; HttpOnly`, mixed, "cookie"],
  [`-H 'cookie: a=1; cf_clearance=${mixed}; b=2'`, mixed, "cookie"],
  [`curl --cookie "sid=${mixed}" https://kettle.dev`, mixed, "cookie"],
  [`https://s3.test/a?X-Amz-Signature=${random(HEX, 64)}&x=1`, "", "url-signature"],
  [
    `https://blob.test/a?sv=1&sig=${random(BASE64, 20).replace(/[+/]/g, "a")}%2B${random(ALNUM, 20)}%3D&se=2`,
    "",
    "url-signature",
  ],
];

Deno.test("findHeaderCredentials() finds credentials wherever headers and signed URLs stand", () => {
  for (const [text, secret, type] of CASES) {
    const redaction = redactor.redact(text);
    assertEquals(redaction.byType, { [type]: 1 }, text);
    if (secret !== "") assertEquals(redaction.text, text.replace(secret, `[redacted:${type}]`));
  }
});

Deno.test("findHeaderCredentials() leaves what only speaks of headers", () => {
  for (
    const text of [
      "Use a bearer token; Bearer authentication is described in RFC 6750.",
      "Authorization: Bearer <token>",
      "Authorization: Bearer ${token}",
      "Authorization: Bearer $GITHUB_TOKEN",
      "Authorization: Basic authentication is required",
      "`Authorization: Bearer ...`",
      "Basic knowledge of the API is enough. basic auth, basic tutorial2",
      "Cookie: theme=dark; lang=en-US; consent=true; sessionId=3f2b8c1e-9d4a-4b7e-8f60-1a2b3c4d5e6f",
      "const signature = sign(body); signature=valid, ?sig=short",
      "set the cookie: name=value",
    ]
  ) assertEquals(redactor.redact(text).text, text);
});
