#!/bin/sh
# `dmc html` and `check --html`: one file that needs nothing else, for every kind of verdict; what cannot be written is said.
. "$(dirname "$0")/common.inc"
LIMIT=$((LIMIT * 2))

# The data of page $1 into $T/data.
data() { sed -n '/<script type="application\/json"/,/<\/script>/p' "$1" | sed '1d;$d' >"$T/data"; }
valid() {
  if ! command -v python3 >/dev/null 2>&1 || ! python3 -c '' 2>/dev/null; then return; fi
  if python3 -m json.tool <"$T/data" >/dev/null 2>"$T/json"; then ok; else not_ok "not JSON: $(cat "$T/json")"; fi
}
has() { if grep -q -e "$1" "$T/data"; then ok; else not_ok "the data lacks $1"; fi; }
# Nothing in the page is fetched from anywhere: no address but the name of SVG, no element or style that loads.
alone() {
  sed '/<script type="application\/json"/,/<\/script>/d' "$1" >"$T/frame"
  if grep -Eo '[a-z]+://[^"'"' "']*' "$T/frame" | grep -v '^http://www.w3.org/2000/svg$' >"$T/urls"; then not_ok "addresses: $(cat "$T/urls")"; else ok; fi
  if grep -Eq '@import|url\(|<link|<img|<iframe|<object|<embed|<base|(^|[^a-z])src=|fetch\(|XMLHttpRequest|WebSocket|import\(|innerHTML|eval\(' "$T/frame"; then
    not_ok 'something that loads or interprets'; else ok; fi
  if grep -q "Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]*='; script-src 'sha256-[A-Za-z0-9+/]*=';" "$T/frame"; then ok; else not_ok 'no policy'; fi
}
one() { # WHAT KIND ARGUMENTS...: a page, whatever the verdict
  what=$1 kind=$2
  shift 2
  exits 0 "page: $what" html "$@" -o "$T/page.html"
  complains '^result: '
  if [ -s "$T/out" ]; then not_ok 'something on stdout'; else ok; fi
  data "$T/page.html"
  valid
  has "\"kind\": $kind"
  alone "$T/page.html"
  if [ "$(wc -c <"$T/page.html")" -lt 400000 ]; then ok; else not_ok 'more than 400 kB'; fi
  cp "$T/page.html" "$T/first.html"
  exits 0 "again: $what" html "$@" -o "$T/page.html"
  if cmp -s "$T/page.html" "$T/first.html"; then ok; else not_ok 'other bytes'; fi
}
one assert '"violation"' tests/models/counter.d
one deadlock '"deadlock"' tests/models/philosophers.d
has '"cycle":'
has '"holder": 1'
one error '"error"' tests/models/buffer.d -D BUG=true
has 'void signal'
one race '"violation"' tests/models/counter.d --races=error --all
has '"what": "race"'
one unread '"deadlock"' tests/models/twophase.d --unread=error --all
has '"what": "unread"'
one cover '"cover"' tests/golden/lang/cover_unreached.d
has '"sample":'
one invariant '"violation"' tests/models/twophase.d -D IMPATIENT=true
one progress '"violation"' tests/golden/progress/polite.d --progress
has '"loop":'
one ok null tests/models/lockserver.d
has '"sample":'
one incomplete null tests/models/lockserver.d --depth 4 --algo naive
has '"limit": "depth"'
one thesis null examples/papers/thesis_readers_writers.d --sample 3
has '"readers-writers\\" 21'
model endless.d <<'X'
int x
Thread T { loop { x := 1 - x } }
X
one endless null "$T/endless.d"
model none.d <<'X'
int x
Thread T { skip }
X
one 'no step at all' null "$T/none.d"
model init.d <<'X'
int x
init { assert x == 1, "init fails" }
Thread T { x := 1 }
X
one 'a failure before the first step' '"violation"' "$T/init.d"
model hostile.d <<'X'
int x // </script><script>alert(1)</script>
Thread T { x := 1; assert x == 2, "</script><!-- <script>alert(1)</script> &amp; \" \\" }
X
one hostile '"violation"' "$T/hostile.d"
if [ "$(grep -c '</script' "$T/page.html")" = 2 ]; then ok; else not_ok 'a text of the model ends an element'; fi

# stdout, -o and check --html: the same page
exits 0 'html to stdout' html tests/models/counter.d
cp "$T/out" "$T/stdout.html"
exits 0 'html -o' html tests/models/counter.d -o "$T/o.html"
exits 10 'check --html keeps the exit code' check tests/models/counter.d --html "$T/check.html"
last_line '^result: FAIL\(violation\)'
if cmp -s "$T/stdout.html" "$T/o.html" && cmp -s "$T/o.html" "$T/check.html"; then ok; else not_ok 'three ways, several pages'; fi
exits 0 'check --html of what holds' check tests/models/lockserver.d --html "$T/check.html"
data "$T/check.html"
has '"sample":'
exits 20 'run --html' run tests/models/lockserver.d --seed 3 --html "$T/run.html"
data "$T/run.html"
has '"sample":'
exits 11 'run --html of a run that fails' run tests/models/philosophers.d --seed 1 --html "$T/run.html"
data "$T/run.html"
has '"cycle":'

exits 0 'quiet' html tests/models/twophase.d --quiet -o "$T/quiet.html"
exits 0 'not quiet' html tests/models/twophase.d -o "$T/o.html"
if cmp -s "$T/o.html" "$T/quiet.html"; then ok; else not_ok 'with --quiet the page is another'; fi

# traces that --trace wrote
exits 11 'a trace' check tests/models/philosophers.d --trace "$T/p.trace"
one 'of a trace' '"deadlock"' "$T/p.trace"
has '"algorithm": "replay"'
has '"cycle":'
exits 20 'a trace of a run' run tests/models/lockserver.d --seed 3 --trace "$T/run.trace"
one 'of a run' null "$T/run.trace"
has '"sample":'
exits 0 'the model elsewhere' html "$T/p.trace" --model tests/models/philosophers.d -o "$T/page.html"
exits 65 'a trace of another model' html "$T/p.trace" --model tests/models/counter.d -o "$T/bad.html"
printf '{ "dmc_trace": 1' >"$T/broken.trace"
exits 66 'a broken trace' html "$T/broken.trace" -o "$T/bad.html"
exits 0 'both files' check tests/models/lockserver.d --html "$T/page.html" --trace "$T/ok.trace"
if [ -e "$T/ok.trace" ]; then not_ok 'the run drawn for the page became a trace'; else ok; fi

# what goes wrong
exits 66 'no such model' html "$T/nothing.d"
exits 65 'a model that does not compile' html tests/golden/diag/unknown_name.d -o "$T/bad.html"
if [ -e "$T/bad.html" ]; then not_ok 'a page of nothing'; else ok; fi
exits 64 'no model' html
exits 64 'two models' html tests/models/counter.d tests/models/buffer.d
exits 64 'an unknown option' html --colour tests/models/counter.d
exits 64 'the model as page' html "$T/none.d" -o "$T/none.d"
complains 'it is the model'
exits 64 '-o without a file' html tests/models/counter.d -o
exits 66 'a folder that is not there' html tests/models/counter.d -o "$T/none/page.html"
complains 'none/page.html: No such file'
exits 66 'a folder as page' html tests/models/counter.d -o "$T"
exits 66 'check --html where nothing can be written' check tests/models/counter.d --html "$T/none/page.html"
says '^result: '
exits 0 'html --help' html --help
says '^usage: dmc html'
if [ -e /dev/full ]; then
  exits '66|70' 'a full disk' html tests/models/counter.d -o /dev/full
  complains 'No space left'
  name='stdout full'
  "$DMC" html tests/models/counter.d >/dev/full 2>"$T/err"
  rc=$?
  equal 'exit code' $rc 70
  complains 'could not be written'
fi
finish
