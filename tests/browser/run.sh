#!/bin/sh
# The page of `dmc html` in a headless Chromium.      tests/browser/run.sh [--install]
#   DMC       the binary            CHROMIUM  the browser, if it is not `chromium`
#   --install fetches what the tests need: Chromium, node and npm from Debian, playwright-core into build/browser
# Where something is missing the tests are skipped, and one line says so. Screenshots: build/browser/shots.
cd "$(dirname "$0")/../.." || exit 1
: "${DMC:=build/dmc}" "${CHROMIUM:=$(command -v chromium)}"
home=$PWD/build/browser
if [ "$1" = --install ]; then
  sh .ci/deps.sh chromium node npm || exit 1
  mkdir -p "$home" && cp tests/browser/package.json tests/browser/package-lock.json tests/browser/.npmrc "$home" || exit 1
  cd "$home" && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 exec npm ci --no-audit --no-fund
fi
skip() {
  echo "skipped: browser tests: $1; sh tests/browser/run.sh --install fetches it"
  echo '0 passed, 0 failed'
  exit 0
}
[ -n "$CHROMIUM" ] || skip 'no chromium'
command -v node >/dev/null 2>&1 || skip 'no node'
[ -d "$home/node_modules/playwright-core" ] || skip 'no playwright-core in build/browser'
DMC=$DMC CHROMIUM=$CHROMIUM BROWSER_HOME=$home exec node tests/browser/test.mjs
