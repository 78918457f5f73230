#!/usr/bin/env bash
# Builds dist/imprint-hook where Deno's download host is out of reach: with the oldest supported Deno, from npm, and the
# runtime-only executable in DIRECTORY, which is left in dist/denort. Releases are never built like this.
# usage: scripts/offline_build.sh DIRECTORY
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

packed="$1/denort-2.6.10-x86_64-unknown-linux-gnu.xz"
sha256="1b136202dc147212ad0b129de0c10eb5f17060917c9754c7921cd68f764ad2e2"
mkdir -p dist
xz --decompress --stdout "$packed" > dist/denort
if ! echo "$sha256  dist/denort" | sha256sum --check --status; then
  rm -f dist/denort
  echo "cannot use $packed: its content is not the one with SHA-256 $sha256" >&2
  exit 1
fi
chmod +x dist/denort
DENORT_BIN="$PWD/dist/denort" npx --yes deno@2.6.8 task build
