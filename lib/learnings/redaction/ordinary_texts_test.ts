/** Texts of everyday work that must come out as they went in. */
import { assertEquals } from "@std/assert";
import { BASE64, HEX, random } from "./redaction_test_support.ts";
import { createRedactor } from "./redactor.ts";

const redactor = createRedactor({});

const PROSE = [
  "Please add a password field to the login form and validate the token on the server.",
  "The password is required. The token is expired, and the secret is missing.",
  "My password is not accepted: password is incorrect?",
  "password: must be at least 8 characters, with one digit",
  "Use basic authentication or a bearer token in the Authorization header.",
  "Bearer authentication is explained below; basic auth is not supported.",
  "Authorization: see RFC 9110, section 11",
  "The API key is stored in the keychain; the access key is rotated daily.",
  "Key: value pairs are sorted by key; the primary key is kettle_id42.",
  "PASS: TestKettleLogin2 (0.01s)",
  "--- PASS: TestTokenRefresh3 (0.00s)\nPASS\nok  \tkettle.dev/auth\t0.412s",
  "Tests: 41 passed, 2 failed, pass rate: 95%",
  "use --password or --token to sign in; --password prompts for it, --token-file reads it",
  "  --password string     password of the user\n  --token string        API token (env: KETTLE_TOKEN)\n",
  "The cookie: name=value pairs are documented elsewhere.",
  "Use `<private>` to hide a part of a prompt.",
  "class Box<Private> extends List<Private> {}",
  "The private key starts with -----BEGIN RSA PRIVATE KEY----- and ends with the footer.",
  "-----BEGIN RSA PRIVATE KEY-----\n...\n-----END RSA PRIVATE KEY-----",
  "密码不能为空，请输入密码。令牌已过期。",
  "パスワードを入力してください。",
  "Secret: none. Token: n/a. Password: ********",
];

const CODE = [
  "const password = getPassword();",
  "const password: string = await prompt('Enter your password');",
  "interface Login { password: string; token: string | null; apiKey?: string; secret: Buffer }",
  "const token = process.env.GITHUB_TOKEN;",
  "const apiKey = process.env.OPENAI_API_KEY ?? '';",
  "password = os.environ['DB_PASSWORD']",
  "secret = os.getenv('CLIENT_SECRET')",
  "token: ${{ secrets.GITHUB_TOKEN }}",
  "  password: ${POSTGRES_PASSWORD}\n  secret: {{ .Values.secret }}",
  "PASSWORD=$1\nTOKEN=$(cat token.txt)\nAPI_KEY=${API_KEY}\nexport SECRET=`pass show kettle`",
  'if (password === "" || token == null || secret !== undefined) return;',
  "if (apiKey == config.apiKey2) { refresh(); }",
  "user.password = bcrypt.hashSync(input.password, 10);",
  "def login(user: str, password: str, token: Optional[str] = None) -> bool:",
  "client = Client(user=user, password=password, token=self.token, secret=settings.SECRET_KEY)",
  "password = Column(String(128), nullable=False)\ntoken = models.CharField(max_length=255)",
  "func (c *Client) SetToken(token string) { c.token = token }",
  "let secret: &str = &config.secret;",
  "$password = $_POST['password']; $token = $request->token;",
  "'password' => 'required|string|min:8|confirmed',",
  "'password' => Hash::make($data['password']),",
  '<input type="password" name="password" placeholder="Password" autocomplete="current-password" />',
  "<PasswordField password={password} onChange={setPassword} token={userToken} />",
  '{"type": "object", "properties": {"password": {"type": "string"}, "token": {"type": "string"}}}',
  '{"password": "Passwort", "token": "Token", "secret": "Geheimnis", "passwordConfirm": "Passwort wiederholen"}',
  "passwordHash, tokenCount, max_tokens: 4096, token_type: 'bearer', secretName: 'kettle-2', key: 'user:42:name9'",
  "max_tokens=1024 next_token=abc123def456 page_token: 'CAUQAA9x8y7z'",
  "const KEY_PREFIX = 'kettle:v2:'; const CACHE_KEY = `node-modules-v3-linux-x64-2f8a9c1b`;",
  "tokenizer.encode(text); parser.tokens[3]; lexer.nextToken(); this.tokens = tokens.map(t2 => t2.id);",
  "for (const [key, value] of Object.entries(map2)) keys.push(key);",
  "expect(login('mira', 'wrong')).rejects.toThrow(AuthError);",
  "sk-folding-cube sk-cube-grid sk-circle-fade-dot { animation-delay: 0.2s }",
  "import { tokenAt } from './provider_tokens.ts'; // risk-assessment, task-runner, desk-mode",
  "npm_config_registry npm_package_dependencies_left_pad npm_lifecycle_event",
  "AKIA is a prefix, ASIA too; ghp_ and gho_ are others; sk-... and sk-ant-... stand for keys",
  "kubectl create secret generic kettle --from-file=tls.key; kubectl get secret kettle -o yaml",
  "curl -u $USER:$PASSWORD https://kettle.dev && curl -u <user>:<password> https://kettle.dev",
  "mysql -u root -p kettle < dump.sql; mysql -h db -u mira -p",
  "docker login -u mira --password-stdin registry.kettle.dev",
  "!function(e,t){var n=e.token,r=t.key;n&&(e.password=t.pw,e.secret=r),e.auth=function(){return n}}(a,b);",
  "password:e.password,token:t,secret:n.secret,key:r[0],auth:i()",
  "a { content: '\\f101'; } .token.keyword { color: #07a } .token.string { color: #690 }",
];

const PACKED = [
  'proxy_url="socks5h://<username>:<password>@proxy-host"',
  'proxy_password=self._socks_options["password"], proxy_pass=options["pass"]',
  "user_pass = '%s:%s' % (unquote(user), unquote(password))",
  "if(n.password=n.rawPassword=null,0!=(e[11]^n.passwordVerification))throw new Error(t);",
  "def encode_private(self, private_key: ed25519.Ed25519PrivateKey, f_priv: _FragList) -> None:",
  '<a class="mark" href="#x509checkprivatekeyprivatekey" id="x509checkprivatekeyprivatekey">#</a>',
];

const CONFIGURATION = [
  "DB_PASSWORD=\nDB_USER=kettle\nTOKEN=\nSECRET_KEY=changeme\nAPI_KEY=your-api-key-here\nPASSWORD=<password>",
  "DB_PASSWORD_FILE=/run/secrets/db_password\nTOKEN_URL=https://kettle.dev/oauth/token\nKEY_ID=4f2a9c",
  'password: ""\ntoken: null\nsecret: ~\napiKey: REPLACE_ME\nauth: true',
  "spring.datasource.password=${DB_PASSWORD}\nspring.datasource.username=kettle",
  "PWD=/home/mira/kettle2\nOLDPWD=/home/mira/kettle1\nSSH_AUTH_SOCK=/run/user/1000/keyring/ssh",
  "https://user:password@kettle.dev/ and postgres://postgres:postgres@localhost:5432/kettle",
  "redis://localhost:6379/0 amqp://guest:guest@localhost mongodb://${USER}:${PASS}@db/kettle",
  "http://localhost:3000/@vite/client https://cdn.kettle.dev/react@19.0.0/index.js git@github.com:mira/kettle.git",
  "ssh://git@github.com/mira/kettle.git https://mira@git.kettle.dev/kettle.git http://localhost:8080,mira@kettle.dev",
  "hooks: https://hooks.slack.com/services/T/B/x and https://discord.com/api/webhooks/",
  "jdbc:postgresql://db:5432/kettle?user=kettle&ssl=true&token=&password=",
];

const HASHES = [
  "commit 9fceb02d0ae598e95dc970b74767f19372d61af8\nAuthor: Mira <mira@kettle.dev>",
  "git checkout 4b825dc642cb6eb9a060e54bf8d69288fbee4904 -- lib && git show 9fceb02",
  '{"sessionId":"3f2b8c1e-9d4a-4b7e-8f60-1a2b3c4d5e6f","uuid":"0b8a7c6d-1e2f-4a3b-9c8d-7e6f5a4b3c2d"}',
  "token: 3f2b8c1e-9d4a-4b7e-8f60-1a2b3c4d5e6f",
  "api_key: 00000000-0000-0000-0000-000000000000",
  'const token = "test-token-123"; const secret = "my-test-secret"; const key = "fake-api-key-1";',
  '"integrity": "sha512-' + random(BASE64, 86) + '=="',
  'checksum = "' + random(HEX, 64) + '"\nsource = "registry+https://github.com/kettle/index"',
  "github.com/kettle/pot v1.2.3 h1:" + random(BASE64, 43) + "=",
  'resolved "https://packages.kettle.dev/left-pad/-/left-pad-1.3.0.tgz#' + random(HEX, 40) + '"',
  "![](data:image/png;base64,iVBORw0KGgo" + random(BASE64, 400) + "==)",
  "src: url(data:font/woff2;charset=utf-8;base64,d09GMgAB" + random(BASE64, 400) + ") format('woff2')",
  "SHA256:" + random(BASE64, 43) + " mira@kettle (ED25519)",
  "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + random(BASE64, 43) + " mira@kettle",
  "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIE" + random(BASE64, 44) + "\n-----END CERTIFICATE-----",
  "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A" + random(BASE64, 32) + "\n-----END PUBLIC KEY-----",
  'etag: W/"' + random(HEX, 32) + '"\nx-request-id: ' + random(HEX, 32),
  "image: kettle.dev/pot@sha256:" + random(HEX, 64),
  "kettle-7d9f8b6c5d-x2x4z 1/1 Running; node ip-10-0-42-7.eu-west-1.compute.internal",
  "0x" + random(HEX, 40) + " and 0x" + random(HEX, 64),
  "arn:aws:iam::123456789012:role/kettle-deploy and 123456789012.dkr.ecr.eu-west-1.amazonaws.com/kettle:1.2.3",
  "Error: lib/auth/token_store.ts:42:17 at refreshToken (file:///srv/kettle/lib/auth/token_store.ts:42:17)",
];

const ODD = [
  "",
  " ",
  "\ud800",
  "\udfff secret \ud800",
  "\0\0\0",
  "\u202epassword",
  "🔑".repeat(50),
  "=".repeat(300),
  "-".repeat(300),
];

Deno.test("redact() leaves ordinary texts as they are", () => {
  const texts = [...PROSE, ...CODE, ...PACKED, ...CONFIGURATION, ...HASHES, ...ODD];
  const changed = texts.map((text) => ({ text, redacted: redactor.redact(text).text }))
    .filter(({ text, redacted }) => text !== redacted);
  assertEquals(changed, []);
});

Deno.test("redact() leaves ordinary texts as they are, in any company", () => {
  const texts = [...PROSE, ...CODE, ...PACKED, ...CONFIGURATION, ...HASHES];
  for (const [before, after] of [["> ", "\r\n"], ['{"text":"', '"}'], ["```\n", "\n```"], ["请看：", "。"]]) {
    for (const text of texts) {
      const whole = `${before}${text}${after}`;
      assertEquals(redactor.redact(whole).text, whole);
    }
  }
});

Deno.test("redact() leaves ordinary texts as they are when JSON quotes them", () => {
  for (const text of [...PROSE, ...CODE, ...PACKED, ...CONFIGURATION, ...HASHES]) {
    const quoted = JSON.stringify({ text });
    assertEquals(redactor.redact(quoted).text, quoted);
    const twice = JSON.stringify({ line: quoted });
    assertEquals(redactor.redact(twice).text, twice);
  }
});
