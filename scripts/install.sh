#!/bin/sh
# Installs the binary of imprint-hook for this machine, after its checksum has been verified:
#
#   curl -fsSL https://github.com/imprint-hook/imprint-hook/releases/latest/download/install.sh | sh
#
# options, behind "sh -s --":
#   --to DIR        where the binary goes (default: ~/.local/bin)
#   --version X     a release other than the newest
#   --from PLACE    an address or a directory that has the binaries and SHA256SUMS
set -eu

repository="https://github.com/imprint-hook/imprint-hook"

give_up() {
  printf 'install.sh: %s\n' "$1" >&2
  exit 1
}

target() {
  case "$(uname -s)" in
    Linux) system=linux ;;
    Darwin) system=macos ;;
    *) give_up "there is no binary for $(uname -s); on Windows use install.ps1" ;;
  esac
  case "$(uname -m)" in
    x86_64 | amd64) machine=x64 ;;
    arm64 | aarch64) machine=arm64 ;;
    *) give_up "there is no binary for $(uname -m)" ;;
  esac
  if [ "$system" = linux ] && ldd --version 2>&1 | grep -qi musl; then
    give_up "the binary needs glibc, and this system has musl"
  fi
  printf '%s-%s' "$system" "$machine"
}

# get PLACE FILE: an address, or a path.
get() {
  case "$1" in
    file://*) cp "${1#file://}" "$2" || give_up "cannot read $1" ;;
    http://*) give_up "refuses $1: it is not encrypted" ;;
    https://*)
      if command -v curl >/dev/null 2>&1; then
        curl --proto '=https' --tlsv1.2 -fsSL "$1" -o "$2" || give_up "cannot download $1"
      elif command -v wget >/dev/null 2>&1; then
        wget -q -O "$2" "$1" || give_up "cannot download $1"
      else
        give_up "needs curl or wget"
      fi
      ;;
    *) cp "$1" "$2" || give_up "cannot read $1" ;;
  esac
}

checksum() {
  if command -v sha256sum >/dev/null 2>&1; then
    sha256sum "$1" | cut -d ' ' -f 1
  elif command -v shasum >/dev/null 2>&1; then
    shasum -a 256 "$1" | cut -d ' ' -f 1
  else
    give_up "needs sha256sum or shasum: nothing is installed unverified"
  fi
}

# All in one function, so that a script that was cut off on its way does nothing.
main() {
  to="${HOME:?}/.local/bin"
  from=""
  version=""
  while [ $# -gt 0 ]; do
    [ $# -ge 2 ] || give_up "$1 needs a value"
    case "$1" in
      --to) to="$2" ;;
      --from) from="${2%/}" ;;
      --version) version="${2#v}" ;;
      *) give_up "no option $1; there is --to DIR, --version X, --from PLACE" ;;
    esac
    shift 2
  done
  if [ -z "$from" ]; then
    from="$repository/releases/latest/download"
    if [ -n "$version" ]; then from="$repository/releases/download/v$version"; fi
  fi
  name="imprint-hook-$(target)"
  scratch="$(mktemp -d)"
  trap 'rm -rf "$scratch"' EXIT
  get "$from/SHA256SUMS" "$scratch/SHA256SUMS"
  wanted="$(awk -v name="$name" '$2 == name || $2 == "*" name { print $1 }' "$scratch/SHA256SUMS")"
  [ -n "$wanted" ] || give_up "SHA256SUMS of $from does not name $name"
  get "$from/$name" "$scratch/$name"
  found="$(checksum "$scratch/$name")"
  [ "$found" = "$wanted" ] || give_up "$name has SHA-256 $found, and not $wanted as SHA256SUMS says; nothing was installed"
  chmod 755 "$scratch/$name"
  said="$("$scratch/$name" --version)" || give_up "$name does not run on this machine; nothing was installed"
  mkdir -p "$to"
  # Renamed over what is there: a running program cannot be written to.
  cp "$scratch/$name" "$to/.imprint-hook.new"
  mv "$to/.imprint-hook.new" "$to/imprint-hook"
  printf '%s is at %s\n' "$said" "$to/imprint-hook"
  case ":$PATH:" in
    *":$to:"*) ;;
    *) printf 'To do: put %s on PATH\n' "$to" ;;
  esac
  printf 'Next: imprint-hook install claude\n'
}

main "$@"
