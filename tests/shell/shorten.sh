#!/bin/sh
# Shortened traces: what the report says of them, --no-shorten, JSON, that nothing depends on how often or how they are made.
. "$(dirname "$0")/common.inc"
model far.d <<'E'
int x, y
Thread A { loop { x := (x + 1) % 4 } }
Thread B { loop { y := (y + 1) % 4 } }
Thread C { assert x != 3 || y != 1 }
E
exits 10 'shortest' check "$T/far.d" --sample 100
says '^shortest trace, 10 steps( \(shortened from [0-9]+\))?:$'
cp "$T/out" "$T/first"
exits 10 'as found' check "$T/far.d" --sample 100 --no-shorten
says '^trace, [0-9]+ steps( \(shortened from [0-9]+\))?:$'
silent 'shortest trace|shortened'
exits 10 'again' check "$T/far.d" --sample 100
equal 'trace' "$(sed '/^result:/d' "$T/out")" "$(sed '/^result:/d' "$T/first")"
exits 10 'JSON' check "$T/far.d" --sample 100 --json
equal 'steps found' "$(number found "$T/out")" "$(timeout 20 "$DMC" check "$T/far.d" --sample 100 --no-shorten | sed -n 's/^trace, \([0-9]*\) steps:$/\1/p')"
says '"shortest": true'
exits 10 'JSON as found' check "$T/far.d" --sample 100 --json --no-shorten
equal 'steps found' "$(number found "$T/out")" 0
says '"shortest": false'
model always.d <<'E'
int x
Thread A { x := 1; x := 2; x := 3; x := 4 }
Thread B { x := x; x := x; assert x == 9, "never" }
E
exits 10 'a random run' run "$T/always.d" --seed 3
says '^shortest trace, 5 steps( \(shortened from [0-9]+\))?:$'
exits 10 'a random run as it was' run "$T/always.d" --seed 3 --no-shorten
says '^trace, [0-9]+ steps( \(shortened from [0-9]+\))?:$'
exits 10 'breadth first' check "$T/far.d" --algo stateful:reach --bfs
says '^shortest trace, 10 steps( \(shortened from [0-9]+\))?:$'
exits 64 'no such option' fmt --no-shorten "$T/far.d"

# Too far for the search; a long way is left over, and said to be no more than that.
model forks.d <<'E'
param int N = 20
mutex[N] fork
int[N] eaten
Thread(i in 0..N-1) P { loop { lock(fork[i]); lock(fork[(i+1) % N]); eaten[i] := (eaten[i] + 1) % 3; unlock(fork[(i+1) % N]); unlock(fork[i]) } }
E
exits 11 'philosophers' check "$T/forks.d" --sample 200
says '^trace, 20 steps \(shortened from [0-9]+\):$'
exits 11 'a bound on interruptions' check "$T/forks.d" -D N=3 --algo stateful:reach --preemptions 2
says '^shortest trace, 3 steps( \(shortened from [0-9]+\))?:$'
exits 14 'all findings' check tests/golden/report/all_kinds.d --all
silent '^trace, '
finish
