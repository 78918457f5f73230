/**
 * Keys of services that run language models or work for them. People paste these most, and names and shapes change
 * often: `sk-` keys with dots and vendor infixes are taken whole
 * (https://github.com/NousResearch/hermes-agent/issues/113901).
 *
 * @module
 */

import type { TokenRule } from "./rule.ts";

const GITLEAKS = "https://github.com/gitleaks/gitleaks/blob/master/config/gitleaks.toml";
const GITHUB_LIST =
  "https://docs.github.com/en/code-security/reference/secret-security/supported-secret-scanning-patterns";
const SECRETLINT =
  "https://github.com/secretlint/secretlint/tree/master/packages/%40secretlint/secretlint-rule-preset-recommend";

/** Rules for model services. */
export const MODEL_TOKENS: readonly TokenRule[] = [
  {
    type: "anthropic-key",
    starts: ["sk-ant-"],
    shape: "sk-ant-(?=[A-Za-z_-]{0,40}[0-9])[A-Za-z0-9_-]{24,}",
    boundary: "none",
    source: "https://docs.claude.com/en/api/overview",
  },
  {
    type: "openai-key",
    starts: ["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-"],
    shape: "sk-(?:proj|svcacct|admin|None)-(?=[A-Za-z_-]{0,100}[0-9])[A-Za-z0-9_-]{20,}",
    boundary: "none",
    source: "https://platform.openai.com/docs/api-reference/authentication",
  },
  {
    // Other vendors' keys: sk-or-v1-..., sk-lf-<uuid>, sk-sp-....; the class sk-folding-cube of a style sheet has no digit.
    type: "openai-key",
    starts: ["sk-"],
    shape: "sk-(?:[a-z0-9]{1,12}-){0,3}(?=[A-Za-z_-]{0,60}[0-9])" +
      "(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[A-Za-z0-9]{16}[A-Za-z0-9_-]*)" +
      "(?:\\.[A-Za-z0-9_-]{6,})*",
    source: "https://platform.openai.com/docs/api-reference/authentication",
  },
  { type: "groq-key", starts: ["gsk_"], shape: "gsk_[A-Za-z0-9]{40,}", source: SECRETLINT },
  { type: "xai-key", starts: ["xai-"], shape: "xai-[A-Za-z0-9_-]{60,}", source: GITHUB_LIST },
  { type: "perplexity-key", starts: ["pplx-"], shape: "pplx-[A-Za-z0-9]{40,}", source: GITLEAKS },
  { type: "replicate-token", starts: ["r8_"], shape: "r8_[A-Za-z0-9]{36,}", boundary: "token", source: GITHUB_LIST },
  {
    type: "huggingface-token",
    starts: ["hf_"],
    shape: "hf_[A-Za-z0-9]{30,}",
    source: "https://huggingface.co/docs/hub/security-tokens",
  },
  { type: "huggingface-token", starts: ["api_org_"], shape: "api_org_[A-Za-z0-9]{30,}", source: GITLEAKS },
  { type: "nvidia-key", starts: ["nvapi-"], shape: "nvapi-[A-Za-z0-9_-]{40,}", source: GITHUB_LIST },
  { type: "cerebras-key", starts: ["csk-"], shape: "csk-[a-z0-9]{40,}", boundary: "token", source: GITHUB_LIST },
  { type: "together-key", starts: ["tgp_v1_"], shape: "tgp_v1_[A-Za-z0-9_-]{36,}", source: GITHUB_LIST },
  {
    type: "fireworks-key",
    starts: ["fw_"],
    shape: "fw_(?=[A-Za-z]{0,30}[0-9])[A-Za-z0-9]{20,}(?![A-Za-z0-9_])",
    boundary: "token",
    source: GITHUB_LIST,
  },
  { type: "elevenlabs-key", starts: ["sk_"], shape: "sk_[a-f0-9]{40,}", source: GITHUB_LIST },
  { type: "pinecone-key", starts: ["pcsk_"], shape: "pcsk_[A-Za-z0-9]{4,10}_[A-Za-z0-9]{40,}", source: GITHUB_LIST },
  {
    type: "langsmith-key",
    starts: ["lsv2_pt_", "lsv2_sk_"],
    shape: "lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}",
    source: GITHUB_LIST,
  },
  { type: "tavily-key", starts: ["tvly-"], shape: "tvly-(?:dev-|prod-)?[A-Za-z0-9]{28,}", source: GITHUB_LIST },
  {
    type: "firecrawl-key",
    starts: ["fc-"],
    shape: "fc-[a-f0-9]{32}(?![A-Za-z0-9])",
    boundary: "token",
    source: GITHUB_LIST,
  },
  { type: "jina-key", starts: ["jina_"], shape: "jina_[a-f0-9]{32}[A-Za-z0-9_-]{20,}", source: GITHUB_LIST },
  {
    type: "mem0-key",
    starts: ["m0-"],
    shape: "m0-[A-Za-z0-9]{36,}",
    boundary: "token",
    source: "https://github.com/NousResearch/hermes-agent/pull/79097",
  },
];
