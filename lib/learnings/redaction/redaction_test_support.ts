/**
 * Invented secrets for tests. They are made when a test runs, of parts and a fixed pseudo-random sequence, so that no
 * scanner finds one in the repository.
 *
 * @module
 */

export const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
export const LOWER = "abcdefghijklmnopqrstuvwxyz";
export const DIGITS = "0123456789";
export const LETTERS = UPPER + LOWER;
export const ALNUM = LETTERS + DIGITS;
export const URL64 = ALNUM + "-_";
export const BASE64 = ALNUM + "+/";
export const HEX = DIGITS + "abcdef";
export const BASE32 = UPPER + "234567";

let seed = 0x2545f491;

/** `length` characters out of `alphabet`; every call gives others, every run the same. The second is a digit if it can be. */
export function random(alphabet: string, length: number): string {
  let text = "";
  while (text.length < length) {
    seed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) ^ Math.imul(seed ^ (seed >>> 12), 0x297a2d39);
    seed = (seed ^ (seed >>> 15)) + 0x6d2b79f5 | 0;
    const digits = text.length === 1 && alphabet.includes("7");
    text += digits ? DIGITS.charAt((seed >>> 1) % 10) : alphabet.charAt((seed >>> 1) % alphabet.length);
  }
  return text;
}

/** A secret where it stands. */
export interface Sample {
  /** The type that is to be reported. */
  readonly type: string;
  /** What belongs in front of and behind it: the name it is assigned to, the rest of the URL. */
  readonly before: string;
  readonly secret: string;
  readonly after: string;
}

function bare(type: string, ...parts: string[]): Sample {
  return { type, before: "", secret: parts.join(""), after: "" };
}

function within(type: string, before: string, secret: string, after = ""): Sample {
  return { type, before, secret, after };
}

function base64url(value: unknown): string {
  return btoa(JSON.stringify(value)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** A token as RFC 7519 has it. */
export function jwt(): string {
  return [base64url({ alg: "HS256", typ: "JWT" }), base64url({ sub: "mira", iat: 1794614400 }), random(URL64, 43)].join(
    ".",
  );
}

/** A private key in armour; `label` is for example "RSA PRIVATE KEY". */
export function privateKey(label: string, options: { readonly start: string; readonly lines?: number }): string {
  const lines = [options.start + random(BASE64, 64 - options.start.length)];
  for (let i = 1; i < (options.lines ?? 6); i++) lines.push(random(BASE64, 64));
  lines.push(random(BASE64, 22) + "==");
  return [`-----${"BEGIN"} ${label}-----`, ...lines, `-----${"END"} ${label}-----`].join("\n");
}

const uuid = (): string => [8, 4, 4, 4, 12].map((length) => random(HEX, length)).join("-");

/** One sample for each way a provider's token begins. */
export function providerSamples(): readonly Sample[] {
  const samples: Sample[] = [
    ...["AKIA", "ASIA", "AGPA", "AIDA", "AROA", "AIPA", "ANPA", "ANVA", "ABIA", "ACCA", "A3TX"]
      .map((start) => bare("aws-access-key", start, random(BASE32, 16))),
    ...["IQoJb3JpZ2luX2", "FwoGZXIvYXdz", "FQoGZXIvYXdz"].map((s) =>
      bare("aws-session-token", s, random(BASE64, 200), "==")
    ),
    bare("aws-bedrock-key", "ABSK", random(ALNUM, 109), "="),
    bare("aws-bedrock-key", "bedrock-api", "-key-", random(ALNUM, 90)),
    bare("gcp-api-key", "AIza", random(URL64, 35)),
    bare("gcp-oauth-token", "ya29", ".", random(URL64, 120)),
    bare("gcp-oauth-token", "1//0", random(URL64, 60)),
    bare("gcp-oauth-secret", "GOCSPX", "-", random(URL64, 28)),
    bare("gcp-hmac-key", "GOOG1E", random(UPPER + DIGITS, 55)),
    bare("azure-ad-secret", random(ALNUM, 3), "8Q~", random(URL64, 34)),
    bare("alibaba-access-key", "LTAI", random(ALNUM, 20)),
    bare("tencent-secret-id", "AKID", random(ALNUM, 32)),
    ...["dop", "doo", "dor"].map((start) => bare("digitalocean-token", start, "_v1_", random(HEX, 64))),
    bare("databricks-token", "dapi", random(HEX, 32)),
    ...["cfk_", "cfut_", "cfat_"].map((start) => bare("cloudflare-token", start, random(ALNUM, 40), random(HEX, 8))),
    bare("cloudflare-token", "v1.0", "-", random(HEX, 24), "-", random(HEX, 146)),
    ...["vcp_", "vci_", "vca_", "vcr_", "vck_"].map((start) => bare("vercel-token", start, random(ALNUM, 24))),
    bare("netlify-token", "nfp_", random(ALNUM, 40)),
    bare("fly-token", "fo1_", random(URL64, 43)),
    ...["fm1r_", "fm1a_", "fm2_"].map((start) => bare("fly-token", start, random(BASE64, 120))),
    bare("heroku-key", "HRKU", "-AA", random(URL64, 58)),
    bare("render-key", "rnd_", random(ALNUM, 28)),
    bare("terraform-token", random(ALNUM, 14), ".atlas", "v1.", random(URL64, 67)),
    bare("pulumi-token", "pul", "-", random(HEX, 40)),
    ...["hvs.", "hvr."].map((start) => bare("vault-token", start, random(URL64, 95))),
    bare("vault-token", "hvb.", random(URL64, 150)),
    ...["pt", "st", "ct", "sa", "scim", "audit"].map((kind) =>
      bare("doppler-token", "dp.", kind, ".", random(ALNUM, 43))
    ),
    ...["tkn", "oauth", "pw"].map((kind) => bare("planetscale-token", "pscale_", kind, "_", random(ALNUM, 43))),
    bare("supabase-key", "sbp_", random(HEX, 40)),
    bare("supabase-key", "sb_", "secret_", random(URL64, 31)),
    bare("neon-key", "napi_", random(LOWER + DIGITS, 64)),
    bare("1password-token", "ops_", onePasswordBody()),
    bare(
      "1password-secret-key",
      "A3-",
      ...[6, 6, 5, 5, 5, 5].map((n, i) => (i ? "-" : "") + random(UPPER + DIGITS, n)),
    ),
    bare("tailscale-key", "tskey-", "auth-", random(ALNUM, 17), "-", random(ALNUM, 32)),
    bare("openshift-token", "sha256", "~", random(URL64, 43)),
    bare("github-token", "ghs_", "123456", "_", jwt()),
    ...["ghp_", "gho_", "ghu_", "ghs_", "ghr_"].map((start) => bare("github-token", start, random(ALNUM, 36))),
    bare("github-token", "github", "_pat_", random(ALNUM, 22), "_", random(ALNUM, 59)),
    ...["pat", "dt", "oas", "soat", "rt", "rtr", "cbt", "ptt", "ft", "imt", "agent", "ffct", "wt"]
      .map((kind) => bare("gitlab-token", "gl", kind, "-", random(URL64, 26))),
    bare("gitlab-token", "glpat", "-", random(URL64, 30), ".01.", random(LOWER + DIGITS, 9)),
    bare("gitlab-token", "GR1348", "941", random(URL64, 20)),
    ...["ATA", "ATC", "ATS", "ATO"].map((start) =>
      bare("atlassian-token", start, "TT3", random(URL64, 180), "=", "1A2B3C4D")
    ),
    bare("bitbucket-token", "ATBB", random(ALNUM, 32)),
    bare("npm-token", "npm_", random(ALNUM, 36)),
    bare("pypi-token", "pypi", "-AgEIcHlwaS5vcmc", random(URL64, 150)),
    bare("rubygems-key", "rubygems", "_", random(HEX, 48)),
    bare("crates-token", "cio", random(ALNUM, 32)),
    bare("nuget-key", "oy2", random(LOWER + DIGITS, 43)),
    bare("clojars-token", "CLOJARS", "_", random(LOWER + DIGITS, 60)),
    ...["pat", "oat"].map((kind) => bare("docker-token", "dckr_", kind, "_", random(URL64, 27))),
    bare("jfrog-key", "AKCp", random(ALNUM, 69)),
    bare("jfrog-key", "cmVmd", random(ALNUM, 59)),
    ...["CCIPAT_", "CCIPRJ_"].map((start) => bare("circleci-token", start, random(ALNUM, 22), "_", random(HEX, 40))),
    ...["bkua_", "bkaa_"].map((start) => bare("buildkite-token", start, random(HEX, 40))),
    ...["sqp_", "squ_", "sqa_"].map((start) => bare("sonar-token", start, random(HEX, 40))),
    bare("sourcegraph-token", "sgp_", random(HEX, 16), "_", random(HEX, 40)),
    bare("sentry-token", "sntrys_", random(BASE64, 140), "_", random(BASE64, 43)),
    bare("sentry-token", "sntryu_", random(HEX, 64)),
    bare("infracost-key", "ico", "-", random(ALNUM, 32)),
    bare("postman-key", "PMAK", "-", random(HEX, 24), "-", random(HEX, 34)),
    ...["pnu_", "pnb_"].map((start) => bare("prefect-key", start, random(ALNUM, 36))),
    bare("readme-key", "rdme_", random(LOWER + DIGITS, 70)),
  ];
  return [...samples, ...modelSamples(), ...serviceSamples()];
}

function onePasswordBody(): string {
  return btoa(
    JSON.stringify({ email: `${random(LOWER, 14)}@1passwordserviceaccounts.lcl`, key: random(ALNUM, 120), z: [{}] }),
  )
    .replace(/[^A-Za-z0-9+/=]/g, "A");
}

function modelSamples(): readonly Sample[] {
  const marker = ["T3Blbk", "FJ"].join("");
  return [
    ...["api03", "admin01", "oat01"].map((kind) =>
      bare("anthropic-key", "sk-", "ant-", kind, "-", random(URL64, 93), "AA")
    ),
    ...["proj", "svcacct", "admin", "None"]
      .map((kind) => bare("openai-key", "sk-", kind, "-", random(URL64, 74), marker, random(ALNUM, 74))),
    bare("openai-key", "sk-", random(ALNUM, 20), marker, random(ALNUM, 20)),
    bare("openai-key", "sk-", "or-v1-", random(HEX, 64)),
    bare("openai-key", "sk-", "lf-", uuid()),
    bare("openai-key", "sk-", "sp-", random(ALNUM, 20), ".", random(ALNUM, 19), "_XYZ-", random(DIGITS, 10)),
    bare("groq-key", "gsk_", random(ALNUM, 52)),
    bare("xai-key", "xai", "-", random(ALNUM, 80)),
    bare("perplexity-key", "pplx", "-", random(ALNUM, 48)),
    bare("replicate-token", "r8_", random(ALNUM, 37)),
    bare("huggingface-token", "hf_", random(LETTERS, 34)),
    bare("huggingface-token", "api_", "org_", random(LETTERS, 34)),
    bare("nvidia-key", "nvapi", "-", random(URL64, 64)),
    bare("cerebras-key", "csk", "-", random(LOWER + DIGITS, 48)),
    bare("together-key", "tgp_", "v1_", random(URL64, 43)),
    bare("fireworks-key", "fw_", random(ALNUM, 24)),
    bare("elevenlabs-key", "sk", "_", random(HEX, 48)),
    bare("pinecone-key", "pcsk_", random(ALNUM, 6), "_", random(ALNUM, 63)),
    ...["pt", "sk"].map((kind) => bare("langsmith-key", "lsv2_", kind, "_", random(HEX, 32), "_", random(HEX, 10))),
    bare("tavily-key", "tvly", "-", random(ALNUM, 32)),
    bare("firecrawl-key", "fc", "-", random(HEX, 32)),
    bare("jina-key", "jina_", random(HEX, 32), random(URL64, 28)),
    bare("mem0-key", "m0", "-", random(ALNUM, 40)),
  ];
}

function serviceSamples(): readonly Sample[] {
  const discord = btoa("2" + random(DIGITS, 17)).replace(/=+$/, "");
  return [
    bare("jwt", jwt()),
    bare(
      "jwt",
      [
        base64url({ alg: "RSA-OAEP", enc: "A256GCM" }),
        random(URL64, 342),
        random(URL64, 16),
        random(URL64, 80),
        random(URL64, 22),
      ].join("."),
    ),
    bare(
      "private-key",
      "b3BlbnNzaC1rZX",
      "ktdjE",
      random(BASE64, 45),
      "\n",
      random(BASE64, 70),
      "\n",
      random(BASE64, 40),
      "==",
    ),
    bare("private-key", "MIIEvQ", "IBADANBgkqhkiG9w0BAQEFAASC", random(BASE64, 300)),
    bare("private-key", "MIGHAgEAMBMGByqGSM49AgEGCC", "qGSM49AwEHBG0w", random(BASE64, 90)),
    bare("private-key", "MC4CAQAwBQYDK2Vw", "BCIEI", random(BASE64, 42)),
    ...["xoxb", "xoxp", "xoxa", "xoxo", "xoxr", "xoxs", "xoxc"]
      .map((start) =>
        bare("slack-token", start, "-", random(DIGITS, 12), "-", random(DIGITS, 13), "-", random(ALNUM, 24))
      ),
    bare("slack-token", "xapp", "-1-A", random(UPPER + DIGITS, 10), "-", random(DIGITS, 13), "-", random(HEX, 64)),
    bare("slack-token", "xoxe", ".xoxp-1-", random(ALNUM, 163)),
    bare("slack-token", "xoxd", "-", random(ALNUM, 40), "%2B", random(ALNUM, 40)),
    ...["services", "workflows", "triggers"].map((kind) =>
      within(
        "slack-webhook",
        "https://",
        ["hooks.slack", ".com/", kind, "/T", random(UPPER, 8), "/B", random(UPPER, 8), "/", random(ALNUM, 24)].join(""),
      )
    ),
    within(
      "discord-webhook",
      "https://discord.com",
      ["/api/web", "hooks/", random(DIGITS, 18), "/", random(URL64, 68)].join(""),
    ),
    bare("discord-token", discord, ".", random(URL64, 6), ".", random(URL64, 38)),
    bare("discord-token", "mfa", ".", random(URL64, 84)),
    bare("telegram-bot-token", "7" + random(DIGITS, 9), ":", "AA", random(URL64, 33)),
    within(
      "teams-webhook",
      "https://kettle.",
      ["webhook.office", ".com/webhookb2/", uuid(), "@", uuid(), "/IncomingWebhook/", random(HEX, 32), "/", uuid()]
        .join(""),
    ),
    ...["sk", "rk"].flatMap((kind) =>
      ["live", "test", "prod"].map((mode) => bare("stripe-key", kind, "_", mode, "_", random(ALNUM, 24)))
    ),
    bare("stripe-key", "whsec", "_", random(ALNUM, 32)),
    ...["atp", "csp", "idp"].map((kind) => bare("square-token", "sq0", kind, "-", random(URL64, 22))),
    bare("square-token", "EAAA", random(URL64, 60)),
    bare("facebook-token", "EAAC", random(ALNUM, 180)),
    ...["live", "test"].map((mode) => bare("razorpay-key", "rzp_", mode, "_", random(ALNUM, 14))),
    bare("flutterwave-key", "FLW", "SECK_TEST-", random(HEX, 32), "-X"),
    ...["live", "test"].map((mode) => bare("shippo-token", "shippo_", mode, "_", random(HEX, 40))),
    ...["EZAK", "EZTK"].map((start) => bare("easypost-key", start, random(ALNUM, 54))),
    ...["live", "test"].map((mode) => bare("duffel-token", "duffel_", mode, "_", random(URL64, 43))),
    bare("sendgrid-key", "SG", ".", random(URL64, 22), ".", random(URL64, 43)),
    bare("twilio-key", "SK", random(HEX, 32)),
    bare("mailgun-key", "key", "-", random(HEX, 32)),
    bare("mailchimp-key", random(HEX, 32), "-us", "14"),
    ...["key", "smtp"].map((kind) => bare("brevo-key", "x", kind, "sib-", random(HEX, 64), "-", random(ALNUM, 16))),
    bare("resend-key", "re_", random(ALNUM, 8), "_", random(ALNUM, 24)),
    ...["NRAK", "NRII", "NRRA"].map((start) => bare("newrelic-key", start, "-", random(UPPER + DIGITS, 32))),
    bare("grafana-token", "glc_", random(BASE64, 100)),
    bare("grafana-token", "glsa_", random(ALNUM, 32), "_", random(HEX, 8)),
    bare("grafana-token", "eyJr", "IjoiO", random(ALNUM, 90)),
    ...["dt0c01", "dt0s16"].map((start) =>
      bare("dynatrace-token", start, ".", random(UPPER + DIGITS, 24), ".", random(UPPER + DIGITS, 64))
    ),
    ...["pat", "sat"].map((start) =>
      bare("harness-token", start, ".", random(URL64, 22), ".", random(ALNUM, 24), ".", random(ALNUM, 20))
    ),
    ...["api", "oauth"].map((kind) => bare("linear-key", "lin_", kind, "_", random(ALNUM, 40))),
    bare("notion-token", "ntn_", random(DIGITS, 11), random(ALNUM, 35)),
    bare("notion-token", "secret", "_", random(ALNUM, 43)),
    ...["figd_", "figo_", "figu_", "figr_"].map((start) => bare("figma-token", start, random(URL64, 44))),
    bare("airtable-token", "pat", random(ALNUM, 14), ".", random(HEX, 64)),
    bare("typeform-token", "tfp_", random(URL64, 59)),
    bare("contentful-token", "CFPAT", "-", random(URL64, 43)),
    bare("frameio-token", "fio-u", "-", random(URL64, 64)),
    bare("dropbox-token", "sl", ".", random(URL64, 136)),
    bare("adobe-secret", "p8e", "-", random(ALNUM, 32)),
    ...["at", "ca", "pa", "ss", "tka", "ua"].map((kind) => bare("shopify-token", "shp", kind, "_", random(HEX, 32))),
  ];
}

/** Samples of what is no provider's token. */
export function otherSamples(): readonly Sample[] {
  const key = privateKey("RSA PRIVATE KEY", { start: "MIIEow" });
  const pkcs8 = privateKey("PRIVATE KEY", { start: "MIIEvQ" });
  return [
    bare("private-key", key),
    bare("private-key", key.replaceAll("\n", "\r\n")),
    bare("private-key", pkcs8.replaceAll("\n", "\\n")),
    bare("private-key", pkcs8.replaceAll("\n", "\\\\n")),
    bare("private-key", privateKey("OPENSSH PRIVATE KEY", { start: "b3BlbnNzaC1rZXktdjE" })),
    bare("private-key", privateKey("EC PRIVATE KEY", { start: "MHcCAQ", lines: 2 })),
    bare("private-key", privateKey("ENCRYPTED PRIVATE KEY", { start: "MIIFHD" })),
    bare(
      "private-key",
      privateKey("PGP PRIVATE KEY BLOCK", { start: "lQOYBG" }).replace("-----\n", "-----\nVersion: GnuPG v2\n\n"),
    ),
    within("url/credentials", "postgres://", `kettle:${random(ALNUM, 12)}`, "@db.kettle.internal:5432/kettle"),
    within(
      "url/credentials",
      "mongodb+srv://",
      `mira:${random(ALNUM, 9)}%21`,
      "@cluster0.kettle.mongodb.net/?retryWrites=true",
    ),
    within("url/credentials", "mysql://", `mira:${random(ALNUM, 6)}/${random(ALNUM, 6)}`, "@db.kettle.internal/shop"),
    within("url/credentials", "redis://", `:${random(ALNUM, 16)}`, "@cache.kettle.internal:6379/0"),
    within("url/credentials", "https://", `mira:${random(ALNUM, 10)}`, "@git.kettle.dev/kettle.git"),
    within("url/credentials", "https://", `${random(HEX, 40)}:x-oauth-basic`, "@github.com/kettle/kettle.git"),
    within("url/credentials", "https://", random(HEX, 40), "@git.kettle.dev/kettle.git"),
    within("bearer-token", "Authorization: Bearer ", random(URL64, 40)),
    within("bearer-token", "bearer ", random(BASE64, 32)),
    within("basic-auth", "Authorization: Basic ", btoa(`mira:${random(ALNUM, 14)}`)),
    within("basic-auth", "basic ", btoa(`mira:${random(ALNUM, 14)}`)),
    within("authorization", "Authorization: Token ", random(HEX, 40)),
    within("cookie", "Cookie: theme=dark; sid=", random(ALNUM, 32), "; lang=en"),
    within(
      "url-signature",
      "https://kettle.s3.amazonaws.com/a.zip?X-Amz-Date=20261129&X-Amz-Signature=",
      random(HEX, 64),
    ),
    within("url-signature", "https://kettle.blob.core.windows.net/a?sv=2024-11-04&sig=", random(ALNUM, 43) + "%3D"),
    within(
      "azure-key",
      "AccountName=kettle;AccountKey=",
      random(BASE64, 86) + "==",
      ";EndpointSuffix=core.windows.net",
    ),
    within(
      "azure-key",
      "Endpoint=sb://kettle.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=",
      random(BASE64, 43) + "=",
    ),
    within("aws-secret-key", "aws_secret_access_key = ", random(ALNUM, 40)),
    within("npm-auth-token", "//packages.kettle.dev/:", `_authToken=${random(HEX, 36)}`),
    within("password", "DB_PASSWORD=", random(ALNUM, 16)),
    within("password", 'password: "', random(ALNUM + "!@#$%^&*", 16), '"'),
    within("secret", "client_secret: ", random(ALNUM, 32)),
    within("token", '\\"access_token\\":\\"', random(ALNUM, 32), '\\"'),
    within("api-key", "--api-key ", random(ALNUM, 32)),
    within("password", "curl -u mira:", random(ALNUM, 16), " https://kettle.dev"),
    within("private", "", "<private>" + random(ALNUM, 30) + "</private>"),
  ];
}

/** Every sample. */
export function allSamples(): readonly Sample[] {
  return [...providerSamples(), ...otherSamples()];
}

/** True when a part of the secret can be read in the redacted text: eight characters in a row, or all of a shorter one. */
export function survives(secret: string, redacted: string): boolean {
  const text = redacted.replace(/\[redacted:[^\]]*\]/g, "\n");
  // What every secret of its kind has, such as "PRIVATE KEY-----", gives nothing away.
  const telling = secret.replace(/-----(?:BEGIN|END)[A-Z ]+-----|<\/?private>/g, "\n");
  for (const line of telling.split(/\s+|\\+n/)) {
    const length = Math.min(8, line.length);
    if (length < 4) continue;
    for (let at = 0; at + length <= line.length; at += 3) if (text.includes(line.slice(at, at + length))) return true;
    if (text.includes(line.slice(-length))) return true;
  }
  return false;
}
