#!/bin/sh
# Traces as text: width, colours, folding, and models that are hard to lay out.
. "$(dirname "$0")/common.inc"
esc=$(printf '\033')
trace() { sed -n '/^trace, /,/^$/p' "$T/out" >"$T/trace"; }      # of the last call
within() { # COLUMNS: no line of the trace is longer
  trace
  widest=$(LC_ALL=C awk '{ gsub(/[\200-\277]/, ""); if (length > w) w = length } END { print w + 0 }' "$T/trace")
  if [ "$widest" -le "$1" ]; then ok; else not_ok "a line has $widest columns, more than $1"; fi
}

# Colours: where they are asked for, and nowhere else.
exits 10 'a pipe has no colours' tests/models/counter.d
silent "$esc"
exits 10 'colours that are asked for' --color=always tests/models/counter.d
says "$esc\[1;31m\*$esc"
says "$esc\[2m\|$esc\[0m"
sed "s/$esc\[[0-9;]*m//g" "$T/out" | sed '/^result:/d' >"$T/plain"
exits 10 'colours off' --color=never tests/models/counter.d
silent "$esc"
sed '/^result:/d' "$T/out" >"$T/never"
if cmp -s "$T/plain" "$T/never"; then ok; else not_ok 'colours change more than colours'; fi
NO_COLOR=1
export NO_COLOR
exits 10 'NO_COLOR' tests/models/counter.d
silent "$esc"
exits 10 'asked for after all' --color=always tests/models/counter.d
says "$esc"
unset NO_COLOR
COLUMNS=30
export COLUMNS
exits 10 'the environment does not set the width' tests/models/counter.d
says '^  1  reads x = 0 \(init\)          \|                   9:32   x := x \+ 1$'
unset COLUMNS

# Widths: 100 where there is no terminal; lanes, then one column, then words below names.
exits 11 'lanes' tests/models/philosophers.d
says '^     Philosopher\[0\]   Philosopher\[1\]   Philosopher\[2\]$'
exits 11 'names on stairs' --width 70 tests/models/philosophers.d
says '^     \|         Philosopher\[1\]$'
exits 11 'one column' --width 56 tests/models/philosophers.d
says '^  3  Philosopher\[2\]  fork\[2\]: free -> held by'
exits 11 'words below names' --width 36 tests/models/philosophers.d
says '^  3  Philosopher\[2\]  15:3'
for w in 20 25 33 40 50 60 72 80 90 100 120 150 250 1000; do
  exits 11 "width $w" --width $w tests/models/twophase.d
  [ $w -lt 50 ] || within $w
  exits 14 "width $w, library" --width $w -D BUG=true tests/models/buffer.d
  [ $w -lt 50 ] || within $w
done
exits 64 'a width below 20' --width 19 tests/models/counter.d
exits 64 'no width' --width wide tests/models/counter.d

# Names and values that are hard to lay out.
long=$(awk 'BEGIN { for (i = 0; i < 199; i++) printf "n" }')
model long.d <<E
int $long, x
Thread(i in 1..2) T$long { x := x + 1; $long := x }
finally { assert x == 2 }
E
exits 10 'names of 200 characters' "$T/long.d"
exits 10 'and little room' --width 20 "$T/long.d"
exits 10 'and much' --width 10000 "$T/long.d"
model many.d <<E
int x
Thread(i in 1..255) T { x := x + 1 }
finally { assert x == 0 }
E
exits 10 '255 threads' --algo naive --races=off "$T/many.d"
says '^trace, 510 steps:$'
says '\.\.\. 210 steps left out \(--full shows them\)$'
exits 10 '255 threads, whole' --algo naive --races=off --full --width 20 "$T/many.d"
says '^  510  T\[255\]  2:25'
model steps.d <<E
int x
Thread A { for i in 1..4999 { x := x + 1 }; assert x == 0, "far" }
E
exits 10 '9,999 steps' --algo naive "$T/steps.d"
says '^shortest trace, 9999 steps:$'
says '^        \.\.\. 9993 steps of A \(--full shows them\)$'
says '^\* 9999  reads x = 4999 \(step 9998\)  fails: far'
exits 10 '9,999 steps, whole' --algo naive --full "$T/steps.d"
silent 'shows them'
says '^  5000  x: 2499 -> 2500 '
printf 'int x\r\nThread A\t{\tassert x == 1, "\303\274ber"\t} // \377\r\n' >"$T/bytes.d"
exits 10 'CRLF, tabs, umlauts' "$T/bytes.d"
says '^\* 1  reads x = 0 \(init\)  fails: .*ber  2:19  assert x == 1, ".*ber"$'
silent "$(printf '\r')"
printf 'int x\nThread A { print "\033[31m"; assert x == 1 }\n' >"$T/escape.d"
exits '10|65' 'what a model prints' "$T/escape.d"
trace
if grep -q "$esc" "$T/trace"; then not_ok 'commands the terminal'; else ok; fi

# The same on every run.
for o in '' '--width 60'; do
  exits 11 'once' --algo stateful:reach $o tests/models/twophase.d
  sed '/^result:/d' "$T/out" >"$T/once"
  exits 11 'and again' --algo stateful:reach $o tests/models/twophase.d
  sed '/^result:/d' "$T/out" >"$T/again"
  if cmp -s "$T/once" "$T/again"; then ok; else not_ok "another trace with '$o'"; fi
done
exits '0|20' 'dmc run draws lanes' run --seed 1 tests/models/peterson.d
says '^      P\[0\]  *P\[1\]$'
exits '0|20' 'dmc run in colour' run --seed 1 --color=always tests/models/peterson.d
says "$esc\[36m"
finish
