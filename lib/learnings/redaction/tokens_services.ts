/**
 * Tokens of payment, design, office and monitoring services, JSON Web Tokens, and private keys without armour.
 *
 * @module
 */

import { PRIVATE_KEY, type TokenRule } from "./rule.ts";

const GITLEAKS = "https://github.com/gitleaks/gitleaks/blob/master/config/gitleaks.toml";
const GITHUB_LIST =
  "https://docs.github.com/en/code-security/reference/secret-security/supported-secret-scanning-patterns";

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
