import { assertEquals } from "@std/assert";
import { createRedactor } from "./redactor.ts";
import { ALNUM, HEX, random } from "./redaction_test_support.ts";

const redactor = createRedactor({});

// «» stand around what is to go.
function check(cases: readonly string[], type?: string): void {
  for (const marked of cases) {
    const original = marked.replace(/[«»]/g, "");
    const { text, byType } = redactor.redact(original);
    const expected = marked.split(/[«»]/).map((part, index) => index % 2 === 1 ? "•" : part).join("");
    assertEquals(text.replace(/\[redacted:[^\]]*\]/g, "•"), expected, `${original}\n${text}`);
    if (type !== undefined) assertEquals(Object.keys(byType), [type], original);
  }
}

Deno.test("findAssignments() finds a password in every notation", () => {
  check(
    [
      "DB_PASSWORD=«hunter2»",
      "export DB_PASSWORD=«letmein»",
      "PASSWORD=«correct-horse»\nUSER=mira",
      "DB_PASSWORD='«p@ss w0rd»'",
      'DB_PASSWORD="«Xk9#mP2;qL»"',
      "DB_PASSWORD=«Xk9#mP2;qL,v(z» # the database",
      "set PGPASSWORD=«kettle77»",
      "PGPASSWORD=«kettle77» psql -h db",
      "docker run -e MYSQL_ROOT_PASSWORD=«kettle77» mysql:9",
      'docker run -e "MYSQL_ROOT_PASSWORD=«kettle77»" mysql:9',
      "ENV DB_PASSWORD «kettle77»",
      "password: «hunter2»",
      "password: «Xk9#mP2;qL,v(z»\nuser: mira",
      "  - password: '«hunter2»'",
      "password = «hunter2»",
      "Password:«hunter2»",
      "**Password:** «hunter2»",
      "- **Password**: `«hunter2»`",
      "user / password: mira / x, smtp_password: «kettle77»",
      '{"user": "mira", "password": "«hunter2»"}',
      '{"password":"«with \\"quotes\\" 1n1t»"}',
      '"{\\"password\\":\\"«hunter2»\\",\\"user\\":\\"mira\\"}"',
      '"{\\\\\\"password\\\\\\":\\\\\\"«hunter2»\\\\\\"}"',
      "{&quot;password&quot;:&quot;«hunter2»&quot;}",
      '{"name": "DB_PASSWORD", "value": "«hunter2»"}',
      "- name: DB_PASSWORD\n  value: «hunter2»",
      '<add key="Password" value="«hunter2»" />',
      "<password>«hunter2»</password>",
      '<Password xmlns="x">none</Password><db:password>«hunter2»</db:password>',
      'password := "«hunter2»"',
      'const password: string = "«hunter2»";',
      'var password string = "«hunter2»"',
      'String dbPassword = "«hunter2»";',
      "'password' => '«hunter2»',",
      'config["password"] = "«hunter2»"',
      "user.password = '«hunter2»'",
      'if (password === "«hunter2»") return;',
      'const password = process.env.DB_PASSWORD ?? "«hunter2»";',
      'const password = process.env.DB_PASSWORD || "«hunter2»";',
      'password = os.getenv("DB_PASSWORD", "«hunter2»")',
      "password: ${DB_PASSWORD:-«hunter2»}",
      'client.setPassword("«hunter2»")',
      'withPassword(\n"x")',
      "mysql --password=«letmein» -u root",
      "tool --password «hunter2» --verbose",
      "tool -Password '«hunter2»'",
      "Server=db;User Id=sa;Password=«Xk9#mP2»;Encrypt=true",
      "Server=db;Pwd=«letmein»;Encrypt=true",
      "jdbc:mysql://db/kettle?user=mira&password=«letmein»&ssl=true",
      "ALTER USER mira WITH PASSWORD '«hunter2»';",
      "machine kettle.dev login mira password «hunter2»",
      "the password is «hunter2».",
      "My password was: «hunter2», please change it",
      'the password is "«hunter2»"',
      "password: «12345678»",
      "password: «a3b8d1b6-0b3b-4b1a-9c1a-1a2b3c4d5e6f»",
      "user: mira pass: «hunter2»",
      "login mira / pw: «hunter2»",
      'pass = "«hunter2»"',
      "kubectl create secret generic kettle --from-literal=password=«hunter2»",
      "java -Dspring.datasource.password=«letmein» -jar kettle.jar",
      "password: «aHVudGVyMg==»",
      "密码是«hunter2»，请",
      "密码：«hunter2»",
      "我的password=«hunter2»",
      "パスワードは「«hunter2»」です".replace(/[「」]/g, '"'),
      "비밀번호: «hunter2»",
      "пароль: «hunter2»",
      "contraseña: «hunter2»",
      "Passwort: «hunter2»",
      "line one\\nDB_PASSWORD=«hunter2»\\nline three",
      "\\u000aPGPASSWORD=«kettle77»\\u000a",
      'passphrase: "«copper lantern mossy violin»"',
      "curl -d 'user=mira&password=«hunter2»' https://kettle.dev",
      '"password":\n    "«hunter2»"',
      '"""\nPASSWORD = """«hunter2»"""',
    ].filter((text) => text.includes("«")),
    "password",
  );
});

Deno.test("findAssignments() finds secrets, tokens and keys", () => {
  const hex = random(HEX, 40);
  const mixed = random(ALNUM, 32);
  check([
    `CLIENT_SECRET=«${mixed}»`,
    `client_secret: «${mixed}»`,
    `"clientSecret": "«${mixed}»"`,
    `oauth.clientSecret = '«${mixed}»'`,
    `SECRET_KEY_BASE=«${hex}»`,
    `JWT_SECRET="«${mixed}»"`,
    `webhook secret: «${mixed}»`,
    `secret="«9f8Q7aZ2kL0m»"`,
    `credentials: «${mixed}»`,
    `ACCESS_TOKEN=«${hex}»`,
    `"access_token": "«${mixed}»"`,
    `the token is «${mixed}»`,
    `?token=«${mixed}»&page=2`,
    `https://kettle.dev/hook?access_token=«${mixed}»`,
    `X-Auth-Token: «${mixed}»`,
    `PRIVATE-TOKEN: «${mixed}»`,
    `--token «${mixed}»`,
    `api_key = "«${hex}»"`,
    `apiKey: '«${mixed}»',`,
    `X-API-Key: «${mixed}»`,
    `-H "x-api-key: «${mixed}»"`,
    `headers.set("X-API-Key", "«${mixed}»")`,
    `API key: «${mixed}»`,
    `my api key is «${mixed}»`,
    `STRIPE_KEY=«${mixed}»`,
    `ACME_KEY=«${mixed}»`,
    `encryption_key: «${mixed}»`,
    `Ocp-Apim-Subscription-Key: «${hex}»`,
    `api_key: «50aa${hex}.ZpSh99»`,
    "otpauth://totp/Kettle:mira?secret=«JBSWY3DPEHPK3PXP»&issuer=Kettle",
    `HEROKU_API_KEY=«3f2b8c1e-9d4a-4b7e-8f60-1a2b3c4d5e6f»`,
    `export GITHUB_TOKEN='«${hex}»'`,
    `{"auths":{"registry.kettle.dev":{"auth":"«${btoa("mira:hunter2")}»"}}}`,
    `_auth=«${btoa("mira:hunter2")}»`,
    `aws_secret_access_key = «${random(ALNUM, 20)}/${random(ALNUM, 19)}»`,
    `"SecretAccessKey": "«${random(ALNUM, 40)}»"`,
    `«_authToken=abc» `.replace("abc", "my-old-token-1"),
  ]);
});

Deno.test("findAssignments() names what the value was assigned to", () => {
  const value = random(ALNUM, 40);
  const types = [
    ["DB_PASSWORD", "password"],
    ["passphrase", "password"],
    ["SMTP_PASS", "password"],
    ["CLIENT_SECRET", "secret"],
    ["refreshToken", "token"],
    ["x-api-key", "api-key"],
    ["SECRET_ACCESS_KEY", "aws-secret-key"],
    ["AccountKey", "azure-key"],
  ];
  for (const [name, type] of types) {
    assertEquals(redactor.redact(`${name}=${value}`).text, `${name}=[redacted:${type}]`);
  }
});
