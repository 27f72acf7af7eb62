#!/bin/sh
# `dmc bench`: the table, CSV, curves, caps, and what can go wrong in a cell.
. "$(dirname "$0")/common.inc"
model few.d <<'END'
param int N = 2
param bool FIX = false
int x
Thread(i in 1..N) A { if (FIX) { atomic { x := x + 1 } } else { x := x + 1 } }
finally { assert !FIX || x == N }
END
cd "$T" || exit 1

exits 0 'a table' bench few.d --sweep N=1..3 --algo naive,optimal,stateful:reach --races=off --no-times
equal 'the table' "$(cat out)" "N  algorithm       executions  states  verdict
1  naive                    1       3  ok
1  optimal                  1       3  ok
1  stateful:reach           1       3  ok

2  naive                    6      19  ok
2  optimal                  4      14  ok
2  stateful:reach           2      12  ok

3  naive                   90     271  ok
3  optimal                 36     119  ok
3  stateful:reach           3      59  ok"
cp out one
exits 0 'the same, several at once' bench few.d --sweep N=1..3 --algo naive,optimal,stateful:reach --races=off --no-times --jobs 3
if cmp -s one out; then ok; else not_ok 'the table depends on --jobs'; fi
exits 0 'with times' bench few.d --sweep N=2 --algo dc
says '^N  algorithm  executions  states  seconds  memory  executions/s  verdict$'
says '^2  dc  +4 +[0-9]+ +[0-9.]+ +[0-9.]+ [KM]B +(-|[0-9]+)  ok$'
exits 0 'without a sweep' bench few.d --no-times;  says '^stateful:full\+sleep  +2 '
exits 0 'two sweeps' bench few.d --sweep N=1,2 --sweep FIX=false,true --algo naive --no-times
says '^2   true  naive +2 +5  ok$'

exits 0 'everybody' bench few.d --sweep N=2,3 --sweep FIX=true --algo all --no-times
says '^N   FIX  algorithm'; says '^3  true  lazy:thesis +6 '
exits 0 'invariants' bench "$OLDPWD/tests/models/twophase.d" --algo dc,optimal --sweep CRASHES=0 --no-times
says 'dc +- +- +cannot \[1\]$'; says '^\[1\] dc cannot decide invariants and covers'

exits 0 'what takes too long' bench few.d --sweep N=2,6,7 --algo naive,stateful:reach --time 500ms --races=off --no-times
says '^6  naive +- +-  more than 0.5 s$'; silent '^7  naive'; says '^7  stateful:reach '
exits 0 'what needs too much memory' bench few.d --sweep N=2,7 --algo stateful:reach --mem 300K --no-times
says 'incomplete\(memory\)'
exits 0 'a size that does not compile' bench few.d --sweep N=2,300 --algo naive --no-times
says '^300  naive'; says '^\[1\] '

exits 0 'files' bench few.d --sweep N=1..3 --algo naive,dc --csv b.csv --svg b.svg
equal 'lines of CSV' "$(wc -l <b.csv | tr -d ' ')" 7
equal 'its head' "$(head -n 1 b.csv)" 'model,N,algorithm,verdict,executions,blocked,redundant,states,seconds,bytes,executions_per_second,note'
if grep -Eq '^few.d,2,naive,ok,6,0,0,19,[0-9.]+,[0-9]+,[0-9.]+,$' b.csv; then ok; else not_ok 'CSV lacks naive at 2'; fi
if command -v xmllint >/dev/null; then if xmllint --noout b.svg 2>err; then ok; else not_ok 'b.svg is no XML'; fi; fi
if grep -Eq 'href|src=|url\(' b.svg; then not_ok 'b.svg needs other files'; else ok; fi
exits 0 'without times' bench few.d --sweep N=1..2 --algo dc --csv a1.csv --svg a1.svg --no-times
exits 0 'and again' bench few.d --sweep N=1..2 --algo dc --csv a2.csv --svg a2.svg --no-times
if cmp -s a1.csv a2.csv && cmp -s a1.svg a2.svg; then ok; else not_ok 'two benches without times differ'; fi

exits 64 'no file' bench;                                        complains 'which file'
exits 64 'two files' bench few.d few.d;                          complains 'one model'
exits 64 'no such parameter' bench few.d --sweep M=1,2;          complains "no const or param 'M'"
exits 64 'no sweep' bench few.d --sweep N;                       complains 'written as N=2..6'
exits 64 'an empty range' bench few.d --sweep N=3..1;            complains 'empty'
exits 64 'a parameter twice' bench few.d --sweep N=1 --sweep N=2; complains 'twice'
exits 64 'too much' bench few.d --sweep N=1..999 --sweep FIX=1..999; complains 'more than'
exits 64 'no such algorithm' bench few.d --algo naive,optimel;   complains "did you mean 'optimal'"
exits 66 'no such file' bench none.d
exits 65 'no model' bench "$OLDPWD/tests/golden/diag/unknown_name.d"
exits 66 'CSV that cannot be written' bench few.d --csv no/b.csv; complains 'no/b.csv: No such file'
[ -e /dev/full ] && { exits 66 'a full disk' bench few.d --algo dc --csv /dev/full; complains 'full'; }

# A cell that dies, and Ctrl-C.
children() { ps -o pid= --ppid "$1" 2>/dev/null; }
if [ -n "$(children 1)$(children $$)" ]; then
  name='a cell that is killed' rc=
  "$DMC" bench few.d --sweep N=9 --algo naive,stateful:reach --no-times --time 60s >out 2>err & pid=$!
  for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.3; child=$(children $pid); [ -n "$child" ] && break; done
  kill -9 $child
  wait $pid; rc=$?
  equal 'exit code' "$rc" 0
  says '^9  naive +- +-  died \[1\]$'; says '^9  stateful:reach +9 '; says '^\[1\] dmc died: Killed$'
fi
name='Ctrl-C' rc=
"$DMC" bench few.d --sweep N=2,9,10 --algo naive --no-times --time 60s >out 2>err & pid=$!
sleep 1
kill -INT $pid
wait $pid; rc=$?
equal 'exit code' "$rc" 20
says '^2  naive +6 '; silent '^9 '; complains 'interrupted: 2 of 3 searches are missing'
finish
