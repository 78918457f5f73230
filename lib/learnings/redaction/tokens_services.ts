/**
 * Tokens of chat, mail, payment, design and office services, JSON Web Tokens, and keys without armour.
 *
 * @module
 */

import { PRIVATE_KEY, type TokenRule } from "./rule.ts";

const GITLEAKS = "https://github.com/gitleaks/gitleaks/blob/master/config/gitleaks.toml";
const GITHUB_LIST =
  "https://docs.github.com/en/code-security/reference/secret-security/supported-secret-scanning-patterns";
const SLACK = "https://docs.slack.dev/authentication/tokens";
const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const HEX_DIGITS = [..."0123456789abcdef"];

/** Rules for other services. */
export const SERVICE_TOKENS: readonly TokenRule[] = [
  {
    type: "jwt",
    starts: ["eyJ"],
    // Signed: two JSON parts and a signature, which may have been cut off. Encrypted: five parts.
    shape: "eyJ[A-Za-z0-9_-]{8,2000}\\." +
      "(?:eyJ[A-Za-z0-9_-]{4,}(?:\\.[A-Za-z0-9_-]*)?" +
      "|[A-Za-z0-9_-]{0,2000}\\.[A-Za-z0-9_-]{10,40}\\.[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{16,})",
    boundary: "token",
    source: "https://datatracker.ietf.org/doc/html/rfc7519",
  },
  {
    // The base64 of what every OpenSSH, RSA (PKCS 8, PKCS 1), P-256 and Ed25519 key begins with, without its first line.
    type: PRIVATE_KEY,
    starts: ["b3BlbnNzaC1rZXktdjE", "MII", "MIGHAgEAMBMGByqGSM49", "MC4CAQAwBQYDK2Vw"],
    shape: "(?:b3BlbnNzaC1rZXktdjE|MII[A-Za-z0-9+/]{3}IBADANBgkqhkiG9w0BAQEFAASC|MII[A-Za-z0-9+/]{3}IBAAKC" +
      "|MIGHAgEAMBMGByqGSM49|MC4CAQAwBQYDK2Vw)[A-Za-z0-9+/]{40,}={0,2}(?:(?:\\r?\\n|\\\\n)[A-Za-z0-9+/]{20,}={0,2})*",
    boundary: "token",
    source: "https://datatracker.ietf.org/doc/html/rfc5958",
  },
  {
    type: "slack-token",
    starts: ["xoxa", "xoxb", "xoxo", "xoxp", "xoxr", "xoxs", "xoxe", "xoxc", "xapp"],
    shape: "(?:xox[abceoprs]|xapp)(?:\\.xox[bp])?-(?=[A-Za-z-]{0,60}[0-9])[A-Za-z0-9-]{10,}",
    source: SLACK,
  },
  { type: "slack-token", starts: ["xoxd-"], shape: "xoxd-[A-Za-z0-9%+/=_-]{20,}", source: SLACK },
  {
    type: "slack-webhook",
    starts: ["hooks.slack.com/services/", "hooks.slack.com/workflows/", "hooks.slack.com/triggers/"],
    shape: "hooks\\.slack\\.com/(?:services|workflows|triggers)/[A-Za-z0-9_/+-]{20,}",
    boundary: "none",
    source: "https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks",
  },
  {
    type: "discord-webhook",
    starts: ["/api/webhooks/"],
    shape: "/api/webhooks/[0-9]{10,}/[A-Za-z0-9_-]{20,}",
    boundary: "none",
    source: "https://discord.com/developers/docs/resources/webhook",
  },
  {
    // The first part is the base64 of the bot's decimal id.
    type: "discord-token",
    starts: ["M", "N", "O"].flatMap((first) => ["D", "T", "j", "z"].map((second) => first + second)),
    shape: "[MNO][DTjz][AEIMQUYcgk][w-z0-5][A-Za-z0-9]{18,24}\\.[A-Za-z0-9_-]{6,7}\\.[A-Za-z0-9_-]{27,}",
    boundary: "token",
    source: "https://discord.com/developers/docs/reference#authentication",
  },
  { type: "discord-token", starts: ["mfa."], shape: "mfa\\.[A-Za-z0-9_-]{80,}", source: GITHUB_LIST },
  {
    type: "telegram-bot-token",
    starts: [":AA"],
    lead: "[0-9]{5,16}",
    shape: ":AA[A-Za-z0-9_-]{32,}",
    boundary: "none",
    source: "https://core.telegram.org/bots/api#authorizing-your-bot",
  },
  {
    type: "teams-webhook",
    starts: ["webhook.office.com/webhookb2/"],
    shape: `webhook\\.office\\.com/webhookb2/${UUID}@${UUID}/IncomingWebhook/[A-Za-z0-9]{20,40}(?:/${UUID})?`,
    boundary: "none",
    source: GITLEAKS,
  },
  {
    type: "stripe-key",
    starts: ["sk_live_", "sk_test_", "sk_prod_", "rk_live_", "rk_test_", "rk_prod_"],
    shape: "[sr]k_(?:live|test|prod)_[A-Za-z0-9]{12,}",
    source: "https://docs.stripe.com/keys",
  },
  {
    type: "stripe-key",
    starts: ["whsec_"],
    shape: "whsec_[A-Za-z0-9+/]{24,}={0,2}",
    source: "https://docs.stripe.com/keys",
  },
  {
    type: "square-token",
    starts: ["sq0atp-", "sq0csp-", "sq0idp-"],
    shape: "sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,}",
    source: GITLEAKS,
  },
  {
    type: "square-token",
    starts: ["EAAA"],
    shape: "EAAA[A-Za-z0-9_-]{60}(?![A-Za-z0-9_-])",
    boundary: "token",
    source: GITLEAKS,
  },
  {
    type: "facebook-token",
    starts: ["EAA"],
    shape: "EAA[A-Za-z][A-Za-z0-9]{100,}(?![A-Za-z0-9+/=])",
    boundary: "token",
    source: GITLEAKS,
  },
  {
    type: "razorpay-key",
    starts: ["rzp_live_", "rzp_test_"],
    shape: "rzp_(?:live|test)_[A-Za-z0-9]{14,}",
    source: GITHUB_LIST,
  },
  {
    type: "flutterwave-key",
    starts: ["FLWSECK"],
    shape: "FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,}(?:-X)?",
    source: GITLEAKS,
  },
  {
    type: "shippo-token",
    starts: ["shippo_live_", "shippo_test_"],
    shape: "shippo_(?:live|test)_[a-f0-9]{40}",
    source: GITLEAKS,
  },
  {
    type: "easypost-key",
    starts: ["EZAK", "EZTK"],
    shape: "EZ[AT]K[A-Za-z0-9]{54}(?![A-Za-z0-9])",
    boundary: "token",
    source: GITLEAKS,
  },
  {
    type: "duffel-token",
    starts: ["duffel_live_", "duffel_test_"],
    shape: "duffel_(?:live|test)_[A-Za-z0-9_=-]{40,}",
    source: GITLEAKS,
  },
  {
    type: "sendgrid-key",
    starts: ["SG."],
    shape: "SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}",
    source: "https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys",
  },
  {
    type: "twilio-key",
    starts: HEX_DIGITS.map((digit) => `SK${digit}`),
    shape: "SK[0-9a-f]{32}(?![A-Za-z0-9])",
    boundary: "token",
    source: "https://www.twilio.com/docs/iam/api-keys",
  },
  {
    type: "mailgun-key",
    starts: ["key-"],
    shape: "key-[a-f0-9]{32}(?![A-Za-z0-9])",
    boundary: "token",
    source: GITLEAKS,
  },
  {
    type: "mailchimp-key",
    starts: ["-us"],
    lead: "[a-f0-9]{32}",
    shape: "-us[0-9]{1,2}(?![A-Za-z0-9])",
    boundary: "none",
    source: GITLEAKS,
  },
  {
    type: "brevo-key",
    starts: ["xkeysib-", "xsmtpsib-"],
    shape: "x(?:key|smtp)sib-[a-f0-9]{60,}-[A-Za-z0-9]{12,}",
    source: GITLEAKS,
  },
  {
    type: "resend-key",
    starts: ["re_"],
    shape: "re_(?=[A-Za-z_]{0,20}[0-9])[A-Za-z0-9]{6,10}_[A-Za-z0-9]{20,}",
    boundary: "token",
    source: GITHUB_LIST,
  },
  {
    type: "newrelic-key",
    starts: ["NRAK-", "NRII-", "NRRA-"],
    shape: "NR(?:AK|II|RA)-[A-Za-z0-9-]{27,}",
    source: GITLEAKS,
  },
  {
    type: "grafana-token",
    starts: ["glc_"],
    shape: "glc_[A-Za-z0-9+/]{32,}={0,2}",
    source: "https://grafana.com/docs/",
  },
  {
    type: "grafana-token",
    starts: ["glsa_"],
    shape: "glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}",
    source: "https://grafana.com/docs/",
  },
  {
    type: "grafana-token",
    starts: ["eyJrIjoi"],
    shape: "eyJrIjoi[A-Za-z0-9]{60,}={0,3}",
    boundary: "token",
    source: GITLEAKS,
  },
  {
    type: "dynatrace-token",
    starts: ["dt0c01.", "dt0s16."],
    shape: "dt0[a-z][0-9]{2}\\.[A-Za-z0-9]{24}\\.[A-Za-z0-9]{64}",
    source: GITLEAKS,
  },
  {
    type: "harness-token",
    starts: ["pat.", "sat."],
    shape: "[ps]at\\.[A-Za-z0-9_-]{22}\\.[A-Za-z0-9]{24}\\.[A-Za-z0-9]{20}",
    boundary: "token",
    source: GITLEAKS,
  },
  {
    type: "linear-key",
    starts: ["lin_api_", "lin_oauth_"],
    shape: "lin_(?:api|oauth)_[A-Za-z0-9_]{32,}",
    source: "https://linear.app/developers",
  },
  { type: "notion-token", starts: ["ntn_"], shape: "ntn_[A-Za-z0-9]{40,}", source: "https://developers.notion.com/" },
  {
    type: "notion-token",
    starts: ["secret_"],
    shape: "secret_[A-Za-z0-9]{43}(?![A-Za-z0-9_])",
    source: "https://developers.notion.com/",
  },
  {
    type: "figma-token",
    starts: ["figd_", "figo_", "figu_", "figr_"],
    shape: "fig[dour]_[A-Za-z0-9_-]{36,}",
    source: "https://developers.figma.com/",
  },
  {
    type: "airtable-token",
    starts: ["pat"],
    shape: "pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}",
    boundary: "token",
    source: GITHUB_LIST,
  },
  { type: "typeform-token", starts: ["tfp_"], shape: "tfp_[A-Za-z0-9_.=-]{40,}", boundary: "token", source: GITLEAKS },
  { type: "contentful-token", starts: ["CFPAT-"], shape: "CFPAT-[A-Za-z0-9_-]{40,}", source: GITHUB_LIST },
  { type: "frameio-token", starts: ["fio-u-"], shape: "fio-u-[A-Za-z0-9_=-]{60,}", source: GITLEAKS },
  {
    type: "dropbox-token",
    starts: ["sl."],
    shape: "sl\\.(?:u\\.)?[A-Za-z0-9_=-]{120,}",
    boundary: "token",
    source: GITLEAKS,
  },
  {
    type: "adobe-secret",
    starts: ["p8e-"],
    shape: "p8e-[A-Za-z0-9_-]{32}(?![A-Za-z0-9])",
    boundary: "token",
    source: GITLEAKS,
  },
  {
    type: "shopify-token",
    starts: ["shpat_", "shpca_", "shppa_", "shpss_", "shptka_", "shpua_"],
    shape: "shp(?:at|ca|pa|ss|tka|ua)_[A-Za-z0-9]{32,}",
    source: "https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens",
  },
];
