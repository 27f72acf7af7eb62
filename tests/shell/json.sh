#!/bin/sh
# --json: stdout is exactly one valid object with the documented keys; the result line goes to stderr.
. "$(dirname "$0")/common.inc"
valid() {
  if command -v python3 >/dev/null 2>&1 && python3 -c '' 2>/dev/null; then
    if python3 -m json.tool <"$T/out" >/dev/null 2>"$T/json"; then ok; else not_ok "not JSON: $(cat "$T/json")"; fi
  else # brackets in balance and nothing after them
    if [ "$(tr -cd '{' <"$T/out" | wc -c)" = "$(tr -cd '}' <"$T/out" | wc -c)" ] && head -c 1 "$T/out" | grep -q '{'; then ok; else not_ok 'not JSON'; fi
  fi
}
keys() { for k in "$@"; do if grep -q "\"$k\" *:" "$T/out"; then ok; else not_ok "no key $k"; fi; done; }
one() { # CODE ARGUMENTS...
  want=$1
  shift
  exits "$want" "--json $*" check --json "$@"
  valid
  keys verdict kind algorithm complete stats executions blocked redundant states steps seconds bytes
  complains '^result: '
  silent '^result.*stdout'
}
for algo in naive stateful:reach; do
  one 10 --algo $algo tests/models/counter.d
  keys trace steps
  one 11 --algo $algo tests/models/philosophers.d
  one 14 --algo $algo -D BUG=true tests/models/buffer.d
  one 0 --algo $algo -D N=2 tests/models/lockserver.d
  one '11' --algo $algo -D N=1 tests/models/twophase.d
done
one 10 --all tests/models/counter.d
one 20 --sample 3 tests/models/lockserver.d
one 15 --algo stateful:reach -D N=0 tests/models/twophase.d || true
one 12 --races=error tests/models/counter.d || true
cat >"$T/quote.d" <<'X'
int x
Thread A { print "a \"quoted\" \\ word\ttab"; assert x == 1, "say \"why\" \\ here" }
X
one 10 "$T/quote.d"
cat >"$T/bytes.d" <<'X'
int x
Thread A { assert x == 1, "naïve – ∀" }
X
one 10 "$T/bytes.d"
exits 65 'errors with --json' check --json tests/shell/common.inc
name='--json of an error'
if [ ! -s "$T/out" ]; then ok; else valid; fi
exits 10 '--json says what --json is for' check --json tests/models/counter.d
equal 'executions' "$(number redundant "$T/out")" 0
finish
