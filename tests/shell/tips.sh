#!/bin/sh
# Tips: where they belong, and where the report says the same already.
. "$(dirname "$0")/common.inc"
model many.d <<'END'
int x, y
Thread(i in 1..7) A { x := x + 1; y := y + 1 }
finally { assert x > 0 && y > 0 }
END
for algo in naive dpor; do
  exits 20 "$algo runs out of time" check "$T/many.d" --algo $algo --time 200ms
  says '^tip: --algo optimal makes one run of all that differ only in the order of independent steps'
done
exits 20 'auto chooses by itself' check "$T/many.d" --time 200ms
silent '^tip:'
exits 20 'optimal knows no better' check "$T/many.d" --algo optimal --time 200ms
silent '^tip:'
exits 20 'a bound that optimal does not know' check "$T/many.d" --algo naive --depth 40 --time 200ms
silent '^tip:'
exits 20 'with workers' check "$T/many.d" --algo naive --jobs 2 --time 200ms
silent '^tip:'
model endless.d <<'END'
int x
Thread A { loop { x := 1 - x } }
Thread B { loop { x := 1 - x } }
END
exits 20 'the note says it' check "$T/endless.d" --algo optimal
says '^note: a run of 10000 steps did not end: thread . is in the loop at .*; try --algo stateful'
silent '^tip:'
G=tests/golden/tips
exits 0 'JSON' check --json "$G/guards.d"
says '^    "1576 of 1764 runs ended at a guard that failed: '
exits 0 'quiet' check --quiet "$G/guards.d"
silent '^tip:'
exits 0 'narrow' check --width 40 "$G/unwritten_variable.d"
says '^tip: `cost` \(line 3\) is never written:$'
says '^     as a `const` its reads would be no$'
finish
