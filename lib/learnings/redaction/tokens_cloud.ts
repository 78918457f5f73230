/**
 * Tokens of clouds, of platforms that run programs, and of secret stores.
 *
 * @module
 */

import type { TokenRule } from "./rule.ts";

const GITLEAKS = "https://github.com/gitleaks/gitleaks/blob/master/config/gitleaks.toml";
const GITHUB_LIST =
  "https://docs.github.com/en/code-security/reference/secret-security/supported-secret-scanning-patterns";

// Forty characters of base64 that are not forty hex digits (a commit).
const AWS_SECRET = "(?:^|[^A-Za-z0-9/+])(?![0-9a-fA-F]{40})([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])";

/** Rules for cloud providers and platforms. */
export const CLOUD_TOKENS: readonly TokenRule[] = [
  {
    type: "aws-access-key",
    starts: ["AKIA", "ASIA", "AGPA", "AIDA", "AROA", "AIPA", "ANPA", "ANVA", "ABIA", "ACCA", "A3T"],
    shape: "(?:A3T[A-Z0-9]|A[A-Z]{3})[A-Z0-9]{16}(?![A-Z0-9])",
    boundary: "upper",
    companion: { type: "aws-secret-key", shape: AWS_SECRET },
    source: "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html",
  },
  {
    type: "aws-session-token",
    starts: ["IQoJb3JpZ2luX2", "FwoGZXIvYXdz", "FQoGZXIvYXdz"],
    shape: "[A-Za-z0-9/+]{60,}={0,2}",
    boundary: "token",
    source: "https://docs.aws.amazon.com/STS/latest/APIReference/API_Credentials.html",
  },
  {
    type: "aws-bedrock-key",
    starts: ["ABSK"],
    shape: "ABSK[A-Za-z0-9+/]{60,}={0,2}",
    boundary: "token",
    source: GITLEAKS,
  },
  {
    type: "aws-bedrock-key",
    starts: ["bedrock-api-key-"],
    shape: "bedrock-api-key-[A-Za-z0-9+/]{40,}={0,2}",
    source: GITLEAKS,
  },
  {
    type: "gcp-api-key",
    starts: ["AIza"],
    shape: "AIza[A-Za-z0-9_-]{35,}",
    boundary: "token",
    source: "https://cloud.google.com/docs/authentication/api-keys",
  },
  {
    type: "gcp-oauth-token",
    starts: ["ya29."],
    shape: "ya29\\.[A-Za-z0-9_-]{20,}",
    source: "https://developers.google.com/identity/protocols/oauth2",
  },
  {
    type: "gcp-oauth-token",
    starts: ["1//0"],
    shape: "1//0[A-Za-z0-9_-]{30,}",
    boundary: "token",
    source: "https://developers.google.com/identity/protocols/oauth2",
  },
  {
    type: "gcp-oauth-secret",
    starts: ["GOCSPX-"],
    shape: "GOCSPX-[A-Za-z0-9_-]{20,}",
    source: GITHUB_LIST,
  },
  {
    type: "gcp-hmac-key",
    starts: ["GOOG"],
    shape: "GOOG[A-Z0-9]{20,57}(?![A-Za-z0-9])",
    boundary: "token",
    companion: { type: "gcp-hmac-key", shape: AWS_SECRET },
    source: "https://cloud.google.com/storage/docs/authentication/hmackeys",
  },
  {
    type: "azure-ad-secret",
    starts: ["Q~"],
    lead: "[A-Za-z0-9_~.]{3}[0-9]",
    shape: "Q~[A-Za-z0-9_~.-]{31,34}",
    boundary: "none",
    source: GITLEAKS,
  },
  {
    type: "alibaba-access-key",
    starts: ["LTAI"],
    shape: "LTAI[A-Za-z0-9]{17,24}(?![A-Za-z0-9])",
    boundary: "token",
    source: GITLEAKS,
  },
  {
    type: "tencent-secret-id",
    starts: ["AKID"],
    shape: "AKID[A-Za-z0-9]{32}(?![A-Za-z0-9])",
    boundary: "token",
    source: GITHUB_LIST,
  },
  {
    type: "digitalocean-token",
    starts: ["dop_v1_", "doo_v1_", "dor_v1_"],
    shape: "do[por]_v1_[a-f0-9]{40,}",
    source: GITLEAKS,
  },
  { type: "databricks-token", starts: ["dapi"], shape: "dapi[A-Fa-f0-9]{32}(?:-[0-9])?", source: GITLEAKS },
  {
    type: "cloudflare-token",
    starts: ["cfk_", "cfut_", "cfat_"],
    shape: "cf(?:k|ut|at)_[A-Za-z0-9]{40,}",
    source: "https://developers.cloudflare.com/fundamentals/api/get-started/create-token/",
  },
  {
    type: "cloudflare-token",
    starts: ["v1.0-"],
    shape: "v1\\.0-[a-f0-9]{24}-[a-f0-9]{140,}",
    source: GITLEAKS,
  },
  {
    type: "vercel-token",
    starts: ["vcp_", "vci_", "vca_", "vcr_", "vck_"],
    shape: "vc[piark]_[A-Za-z0-9]{20,}",
    source: "https://vercel.com/docs/rest-api",
  },
  { type: "netlify-token", starts: ["nfp_"], shape: "nfp_[A-Za-z0-9]{36,}", boundary: "token", source: GITHUB_LIST },
  { type: "fly-token", starts: ["fo1_"], shape: "fo1_[A-Za-z0-9_-]{40,}", boundary: "token", source: GITLEAKS },
  {
    type: "fly-token",
    starts: ["fm1r_", "fm1a_", "fm2_"],
    shape: "fm(?:1[ar]|2)_[A-Za-z0-9+/]{60,}={0,3}",
    source: GITLEAKS,
  },
  { type: "heroku-key", starts: ["HRKU-"], shape: "HRKU-[A-Za-z0-9_-]{36,}", source: GITLEAKS },
  { type: "render-key", starts: ["rnd_"], shape: "rnd_[A-Za-z0-9]{28,}", boundary: "token", source: GITHUB_LIST },
  {
    type: "terraform-token",
    starts: [".atlasv1."],
    lead: "[A-Za-z0-9]{14}",
    shape: "\\.atlasv1\\.[A-Za-z0-9_=-]{60,}",
    boundary: "none",
    source: GITLEAKS,
  },
  { type: "pulumi-token", starts: ["pul-"], shape: "pul-[a-f0-9]{40}", boundary: "token", source: GITLEAKS },
  {
    type: "vault-token",
    starts: ["hvs.", "hvb.", "hvr."],
    shape: "hv[sbr]\\.[A-Za-z0-9_-]{24,}",
    source: "https://developer.hashicorp.com/vault/docs/concepts/tokens",
  },
  {
    type: "doppler-token",
    starts: ["dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."],
    shape: "dp\\.(?:pt|st|ct|sa|scim|audit)\\.(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,}",
    source: GITLEAKS,
  },
  {
    type: "planetscale-token",
    starts: ["pscale_tkn_", "pscale_oauth_", "pscale_pw_"],
    shape: "pscale_(?:tkn|oauth|pw)_[A-Za-z0-9_=.-]{32,}",
    source: GITLEAKS,
  },
  { type: "supabase-key", starts: ["sbp_"], shape: "sbp_(?:oauth_|v0_)?[a-f0-9]{40,}", source: GITHUB_LIST },
  { type: "supabase-key", starts: ["sb_secret_"], shape: "sb_secret_[A-Za-z0-9_-]{20,}", source: GITHUB_LIST },
  { type: "neon-key", starts: ["napi_"], shape: "napi_[a-z0-9]{40,}", source: GITHUB_LIST },
  {
    type: "1password-token",
    starts: ["ops_eyJ"],
    shape: "ops_eyJ[A-Za-z0-9+/_-]{60,}={0,2}",
    source: "https://developer.1password.com/docs/service-accounts/security/",
  },
  {
    type: "1password-secret-key",
    starts: ["A3-"],
    shape: "A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}",
    boundary: "token",
    source: GITLEAKS,
  },
  {
    type: "tailscale-key",
    starts: ["tskey-"],
    shape: "tskey-[a-z]{2,20}-[0-9A-Za-z_]{8,40}-[0-9A-Za-z_]{16,}",
    source: "https://tailscale.com/kb/1277/key-prefixes",
  },
  {
    type: "openshift-token",
    starts: ["sha256~"],
    shape: "sha256~[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])",
    source: GITLEAKS,
  },
];
