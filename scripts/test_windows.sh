#!/usr/bin/env bash
# The path and ownership tests, and the program itself, on Windows semantics without Windows: Deno's Windows program in
# Wine 10 (formats/paths_and_wsl.md section 6; Wine 8 of Debian 12 cannot run it).
#
#   sudo scripts/test_windows.sh [DIRECTORY]
#
# DIRECTORY (default /var/tmp/imprint-hook-wine) keeps the system with Wine, 2 GB, for the next run. It needs Debian on
# x64, root (chroot), npm and a network: everything else comes from Debian's and npm's packages. Where debootstrap is
# missing it is installed; nothing else outside of DIRECTORY is changed.
#
# Not covered, because Wine cannot do it: symbolic links, junctions, `subst` and mapped drives, 8.3 names (Wine hashes
# them), paths beyond 260 characters (Wine's realpath fails there), read-only attributes, the real `wsl.exe` (a stand-in
# from scripts/wsl_stand_in takes its place), console windows, a compiled binary (there is no denort for Windows to
# compile with), and what git.exe would write.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
directory="${1:-/var/tmp/imprint-hook-wine}"
version="${DENO_VERSION:-2.9.6}"
system="$directory/system"

give_up() {
  printf 'test_windows: %s\n' "$1" >&2
  exit 1
}

[ "$(uname -sm)" = "Linux x86_64" ] || give_up "needs Linux on x64, this is $(uname -sm)"
[ "$(id -u)" -eq 0 ] || give_up "needs root for chroot; run it with sudo"
for program in npm tar; do
  command -v "$program" >/dev/null || give_up "$program is missing; install it"
done
mkdir -p "$directory"

step() { printf '\n== %s\n' "$1"; }

# A file of an npm package, unpacked into a directory; npm checks what it downloads.
unpack() {
  mkdir -p "$2"
  (cd "$directory" && npm pack --silent "$1@$version" >/dev/null) || give_up "npm has no $1@$version"
  local name="${1#@}"
  tar -xzf "$directory/${name/\//-}-$version.tgz" -C "$2" --strip-components=1
}

if ! command -v debootstrap >/dev/null; then
  step "debootstrap"
  { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends debootstrap; } \
    >"$directory/tools.log" 2>&1 || give_up "debootstrap could not be installed; see $directory/tools.log"
fi

deno="$(command -v deno || true)"
if [ -z "$deno" ]; then
  deno="$directory/deno-$version/deno"
  if [ ! -x "$deno" ]; then
    step "Deno $version"
    unpack @deno/linux-x64-glibc "$directory/deno-$version"
    chmod +x "$deno"
  fi
fi

if [ ! -e "$directory/system.done" ]; then
  step "Debian 13 below $system"
  rm -rf "$system"
  debootstrap --variant=minbase trixie "$system" >"$directory/debootstrap.log" ||
    give_up "debootstrap failed; see $directory/debootstrap.log"
  step "Wine"
  chroot "$system" sh -c 'apt-get update -q &&
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends wine wine64' \
    >"$directory/wine.log" 2>&1 || give_up "Wine could not be installed; see $directory/wine.log"
  touch "$directory/system.done"
fi

if [ ! -e "$directory/compiler.done" ]; then
  step "A compiler for the stand-in of wsl.exe"
  chroot "$system" sh -c 'DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
    gcc-mingw-w64-x86-64' >"$directory/compiler.log" 2>&1 || give_up "no compiler; see $directory/compiler.log"
  touch "$directory/compiler.done"
fi

if [ ! -e "$system/opt/runtime-$version/deno.exe" ]; then
  step "Deno $version for Windows"
  unpack @deno/win32-x64 "$system/opt/runtime-$version"
fi

step "The project and its packages"
rm -rf "$system/opt/project"
mkdir -p "$system/opt/project"
# Files that git would take, also before they are committed; without git, everything but what is built.
files() {
  if command -v git >/dev/null && git rev-parse --git-dir >/dev/null 2>&1; then
    git ls-files --cached --others --exclude-standard -z
  else
    find . \( -name .git -o -name dist -o -name coverage \) -prune -o -type f -print0
  fi
}
files | xargs -0 sh -c 'for f; do [ -e "$f" ] && printf "%s\0" "$f"; done' sh |
  tar --create --null --files-from=- | tar --extract --directory "$system/opt/project"
suites=(tests/windows_test.ts tests/windows_bridge_test.ts tests/windows_files_test.ts)
# Packages are the same on every system: Deno for Windows finds them in its cache and needs no network.
DENO_DIR="$system/opt/cache" "$deno" cache --quiet main.ts lib/paths/*_test.ts lib/ownership/*_test.ts \
  lib/cli/*_test.ts lib/cli/config_edit/*_test.ts lib/bridge/*_test.ts lib/io/machine_test.ts "${suites[@]}"

# Wine finds its own libraries through /proc.
mountpoint -q "$system/proc" || mount -t proc proc "$system/proc"
trap 'umount "$system/proc"' EXIT

wine() {
  chroot "$system" env HOME=/root XDG_RUNTIME_DIR=/tmp WINEDEBUG=-all LC_ALL=C.UTF-8 NO_COLOR=1 DENO_NO_UPDATE_CHECK=1 \
    DENO_DIR='Z:\opt\cache' sh -c 'cd /opt/project && exec wine "$@"' sh "/opt/runtime-$version/deno.exe" "$@"
}

step "$(wine --version 2>/dev/null | tr -d '\r' | head -1) in $(chroot "$system" /usr/lib/wine/wine64 --version 2>/dev/null)"
mkdir -p "$system/root/.wine/drive_c/wsl-stand-in"
compile() {
  chroot "$system" x86_64-w64-mingw32-gcc -O2 -s -o "/root/.wine/drive_c/$2" "/opt/project/scripts/wsl_stand_in/$1" ||
    give_up "$1 does not compile"
}
compile wsl.c windows/system32/wsl.exe
compile hold.c wsl-stand-in/hold.exe
printf running >"$system/root/.wine/drive_c/wsl-stand-in/mood"
wine test --no-check --no-prompt --cached-only --allow-all \
  lib/paths lib/ownership lib/cli/config_edit lib/cli/edit_config_test.ts lib/bridge lib/io/machine_test.ts \
  "${suites[@]}"
