#!/bin/sh
# `dmc graph` and `--dot`: what is written, the hint where states are left out, and that Graphviz and JSON readers take it.
. "$(dirname "$0")/common.inc"

draws() { # FILE: Graphviz makes a picture of it, where there is Graphviz
  command -v dot >/dev/null || return 0
  if timeout 60 dot -Tsvg "$1" >"$T/svg" 2>"$T/dot-err" && [ ! -s "$T/dot-err" ] && grep -q '</svg>' "$T/svg"; then ok
  else not_ok "dot -Tsvg does not take $1: $(head -n 3 "$T/dot-err")"; fi
}
reads() { # FILE: it is JSON, where something here can tell
  if command -v jq >/dev/null; then jq . "$1" >/dev/null 2>"$T/err" || { not_ok "$1 is not JSON"; return; }
  elif command -v python3 >/dev/null; then python3 -m json.tool "$1" >/dev/null 2>"$T/err" || { not_ok "$1 is not JSON"; return; }
  fi
  ok
}

exits 0 'a graph on stdout' graph tests/models/counter.d
says '^digraph states \{$'; says '^}$'
says 'tests/models/counter.d: 12 states, 14 steps'
silent 'shows more'
cp "$T/out" "$T/counter.dot"; draws "$T/counter.dot"
exits 0 'the same in a file' graph tests/models/counter.d -o "$T/file.dot"
if cmp -s "$T/counter.dot" "$T/file.dot"; then ok; else not_ok 'stdout and -o differ'; fi
exits 10 'and what --dot of a check writes' check tests/models/counter.d --dot "$T/check.dot"
if cmp -s "$T/counter.dot" "$T/check.dot"; then ok; else not_ok '--dot and dmc graph differ'; fi

for f in examples/*.d; do
  exits 0 "graph of $f" graph "$f" --states 60 --time 1s --quiet
  cp "$T/out" "$T/one.dot"; draws "$T/one.dot"
done

exits 0 'a graph that is cut' graph tests/models/philosophers.d --states 20
complains '^graph: 20 of more states; --states 100 shows more$'
says '\\ngraph: 20 of more states; --states 100 shows more'
says '3\. Philosopher\[2\]: locks fork\[2\]'
says 'steps to states left out'
exits 0 'fewer states than the path has' graph tests/models/philosophers.d --states 1
says '3\. Philosopher\[2\]: locks fork\[2\]'
exits 0 'the whole' graph tests/models/philosophers.d --states 100
silent 'shows more'; says 'shape=octagon'

exits 0 'JSON' graph tests/models/counter.d --format json
cp "$T/out" "$T/counter.json"; reads "$T/counter.json"
says '"complete": true'; says '"finding": "violation: an update was lost"'; says '"path_steps": 4'
exits 0 'JSON of all kinds of values' graph tests/models/twophase.d --format json --states 100
cp "$T/out" "$T/two.json"; reads "$T/two.json"; says '"crash": true'; says '"mail": \{'

model 'na"me \ x.d' <<'END'
int x
Thread A { x := 1; assert x == 2, "a \"quoted\" \\ text & é" }
END
exits 0 'hostile names' graph "$T/na\"me \\ x.d"
cp "$T/out" "$T/hostile.dot"; draws "$T/hostile.dot"
exits 0 'hostile names in JSON' graph "$T/na\"me \\ x.d" --format json
cp "$T/out" "$T/hostile.json"; reads "$T/hostile.json"

exits 64 'no states' graph tests/models/counter.d --states 0;      complains 'needs a number from 1'
exits 64 'no such form' graph tests/models/counter.d --format svg; complains 'one of dot, json'
exits 64 'no file' graph;                                       complains 'which file'
exits 66 'no such file' graph "$T/none.d"
exits 65 'no model' graph tests/golden/diag/unknown_name.d
exits 66 'a file that cannot be written' graph tests/models/counter.d -o "$T/no/such/dir.dot"; complains 'No such file'
if [ -e /dev/full ]; then exits 66 'a full disk' graph tests/models/counter.d -o /dev/full; complains 'full'; fi
exits 0 'a search that is too long' graph examples/papers/lastwrite.d -D N=9 --algo naive --time 200ms
complains 'no failure was found \(time\)'
says '^digraph'
exits 0 'memory' graph examples/papers/lastzero.d --mem 100K --states 100000
complains 'memory'
finish
