/**
 * Tokens of chat, mail and telephone services.
 *
 * @module
 */

import type { TokenRule } from "./rule.ts";

const GITLEAKS = "https://github.com/gitleaks/gitleaks/blob/master/config/gitleaks.toml";
const GITHUB_LIST =
  "https://docs.github.com/en/code-security/reference/secret-security/supported-secret-scanning-patterns";
const SLACK = "https://docs.slack.dev/authentication/tokens";
const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const HEX_DIGITS = [..."0123456789abcdef"];

/** Rules for services that carry messages. */
export const MESSAGE_TOKENS: readonly TokenRule[] = [
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
];
