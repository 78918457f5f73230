/**
 * Tokens of code hosts, package registries, and services that build, test and watch programs.
 *
 * @module
 */

import type { TokenRule } from "./rule.ts";

const GITLEAKS = "https://github.com/gitleaks/gitleaks/blob/master/config/gitleaks.toml";
const GITHUB_LIST =
  "https://docs.github.com/en/code-security/reference/secret-security/supported-secret-scanning-patterns";
const GITHUB_FORMATS = "https://github.blog/2021-04-05-behind-githubs-new-authentication-token-formats/";
const GITLAB = "https://docs.gitlab.com/security/tokens/#token-prefixes";

const GITLAB_KINDS = ["pat", "dt", "oas", "soat", "rt", "rtr", "cbt", "ptt", "ft", "imt", "agent", "ffct", "wt"];

/** Rules for forges and registries. */
export const FORGE_TOKENS: readonly TokenRule[] = [
  {
    // An app's installation token can carry a JWT: ghs_<app id>_<JWT>.
    type: "github-token",
    starts: ["ghs_"],
    shape: "ghs_[0-9]{1,20}_[A-Za-z0-9_-]{1,300}\\.[A-Za-z0-9_-]{1,4000}\\.[A-Za-z0-9_-]+",
    boundary: "none",
    source:
      "https://github.blog/changelog/2026-04-24-notice-about-upcoming-new-format-for-github-app-installation-tokens/",
  },
  {
    type: "github-token",
    starts: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"],
    shape: "gh[pousr]_(?:[A-Za-z0-9]{20}[A-Za-z0-9_]*|[A-Za-z0-9_]{36,})",
    boundary: "none",
    source: GITHUB_FORMATS,
  },
  {
    type: "github-token",
    starts: ["github_pat_"],
    shape: "github_pat_[A-Za-z0-9_]{22,}",
    boundary: "none",
    source: GITHUB_FORMATS,
  },
  {
    type: "gitlab-token",
    starts: GITLAB_KINDS.map((kind) => `gl${kind}-`),
    shape: `gl(?:${GITLAB_KINDS.join("|")})-[A-Za-z0-9_-]{20,}(?:\\.[A-Za-z0-9_-]{2,9}){0,2}`,
    source: GITLAB,
  },
  { type: "gitlab-token", starts: ["GR1348941"], shape: "GR1348941[A-Za-z0-9_-]{20,}", source: GITLAB },
  {
    type: "atlassian-token",
    starts: ["ATATT3", "ATCTT3", "ATSTT3", "ATOTT3"],
    shape: "AT[ACSO]TT3[A-Za-z0-9_=-]{60,}",
    boundary: "token",
    source: GITLEAKS,
  },
  {
    type: "bitbucket-token",
    starts: ["ATBB"],
    shape: "ATBB[A-Za-z0-9_=]{28,}",
    boundary: "token",
    source: GITHUB_LIST,
  },
  {
    type: "npm-token",
    starts: ["npm_"],
    shape: "npm_[A-Za-z0-9]{30,}",
    source: "https://github.blog/2021-09-23-announcing-npms-new-access-token-format/",
  },
  {
    type: "pypi-token",
    starts: ["pypi-"],
    shape: "pypi-[A-Za-z0-9_-]{50,}",
    source: "https://pypi.org/help/#apitoken",
  },
  { type: "rubygems-key", starts: ["rubygems_"], shape: "rubygems_[a-f0-9]{40,}", source: GITLEAKS },
  {
    type: "crates-token",
    starts: ["cio"],
    shape: "cio[A-Za-z0-9]{32}(?![A-Za-z0-9])",
    boundary: "token",
    source: GITHUB_LIST,
  },
  {
    type: "nuget-key",
    starts: ["oy2"],
    shape: "oy2[a-z0-9]{43}(?![A-Za-z0-9])",
    boundary: "token",
    source: GITHUB_LIST,
  },
  { type: "clojars-token", starts: ["CLOJARS_"], shape: "CLOJARS_[a-z0-9]{40,}", source: GITLEAKS },
  {
    type: "docker-token",
    starts: ["dckr_pat_", "dckr_oat_"],
    shape: "dckr_[po]at_[A-Za-z0-9_-]{20,}",
    source: "https://docs.docker.com/security/access-tokens/",
  },
  { type: "jfrog-key", starts: ["AKCp"], shape: "AKCp[A-Za-z0-9]{60,}", boundary: "token", source: GITLEAKS },
  {
    type: "jfrog-key",
    starts: ["cmVmd"],
    shape: "cmVmd[A-Za-z0-9]{59}(?![A-Za-z0-9+/=])",
    boundary: "token",
    source: GITLEAKS,
  },
  {
    type: "circleci-token",
    starts: ["CCIPAT_", "CCIPRJ_"],
    shape: "CCIP(?:AT|RJ)_[A-Za-z0-9]{10,40}_[A-Za-z0-9]{30,}",
    source: GITHUB_LIST,
  },
  {
    type: "buildkite-token",
    starts: ["bkua_", "bkaa_"],
    shape: "bk[ua]a_[A-Za-z0-9]{30,}",
    boundary: "token",
    source: GITHUB_LIST,
  },
  {
    type: "sonar-token",
    starts: ["sqp_", "squ_", "sqa_"],
    shape: "sq[pua]_[a-f0-9]{40}",
    boundary: "token",
    source: GITHUB_LIST,
  },
  {
    type: "sourcegraph-token",
    starts: ["sgp_"],
    shape: "sgp_(?:[A-Fa-f0-9]{16}_|local_)?[A-Fa-f0-9]{40}",
    boundary: "token",
    source: GITLEAKS,
  },
  {
    type: "sentry-token",
    starts: ["sntrys_"],
    shape: "sntrys_[A-Za-z0-9+/]{30,}={0,2}_[A-Za-z0-9+/]{20,}",
    source: GITLEAKS,
  },
  { type: "sentry-token", starts: ["sntryu_"], shape: "sntryu_[a-f0-9]{40,}", source: GITLEAKS },
  {
    type: "infracost-key",
    starts: ["ico-"],
    shape: "ico-[A-Za-z0-9]{32}(?![A-Za-z0-9])",
    boundary: "token",
    source: GITLEAKS,
  },
  { type: "postman-key", starts: ["PMAK-"], shape: "PMAK-[a-f0-9]{24}-[a-f0-9]{34}", source: GITLEAKS },
  {
    type: "prefect-key",
    starts: ["pnu_", "pnb_"],
    shape: "pn[ub]_[A-Za-z0-9]{36,}",
    boundary: "token",
    source: GITLEAKS,
  },
  { type: "readme-key", starts: ["rdme_"], shape: "rdme_[a-z0-9]{50,}", source: GITLEAKS },
];
