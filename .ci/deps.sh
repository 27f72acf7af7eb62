#!/bin/sh
# Installs the Debian packages dmc is built with, and only those whose program or header is missing.
#   .ci/deps.sh            what building and testing need
#   .ci/deps.sh spin       the named programs as well
# Does nothing, and needs no rights, when everything is there. Exit 1 with a message when it cannot help.
CC=${CC:-gcc}
missing=
need() { missing="$missing $1"; }
has() { command -v "$1" >/dev/null 2>&1; }
header() { printf '#include <%s>\n' "$1" | "$CC" -E - >/dev/null 2>&1; }

has "$CC" || need gcc
has make  || need make
has ar    || need binutils
has re2c  || need re2c
has lemon || need lemon
has find  || need findutils
has "$CC" && header stdio.h || need libc6-dev
has "$CC" && header gmp.h   || need libgmp-dev
for extra in "$@"; do
  has "$extra" && continue
  case $extra in
  node)     need nodejs ;;
  chromium) need chromium; need fonts-dejavu-core ;;         # it only recommends fonts, and draws nothing without
  *)        need "$extra" ;;
  esac
done
[ -z "$missing" ] && exit 0

echo "deps: missing:$missing" >&2
if ! has apt-get; then
  echo "deps: this is no Debian system; please install these yourself:$missing" >&2
  exit 1
fi
if [ "$(id -u)" = 0 ]; then as=
elif has sudo && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then as=sudo
else
  echo "deps: cannot become root; please run:  apt-get install$missing" >&2
  exit 1
fi
install() { $as env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing; }
# The package lists may be absent or stale: refresh them once before giving up.
install >/dev/null 2>&1 && exit 0
$as apt-get update >&2
install >&2 && exit 0
echo "deps: apt-get could not install:$missing" >&2
exit 1
