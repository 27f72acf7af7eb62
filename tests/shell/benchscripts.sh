#!/bin/sh
# The scripts of `make bench`: tables of papers, adapters of other checkers (with stand-ins for them), regression check, fits, pictures.
. "$(dirname "$0")/common.inc"
here=$PWD
model two.d <<'E'
param int N = 2
int x
Thread(i in 1..N) W { x := i }
E
cp "$T/two.d" "$T/few.d"
run() { name=$1; shift; call "$@"; }                                     # WHAT COMMAND..
is() { if [ "$rc" = "$1" ]; then ok; else not_ok "exit code $rc, expected $1"; fi; }

# ---- tables ----
model good.txt <<'E'
title: A table
search: dc DC
search: optimal
text: Writers of one cell.
why: dc smaller nobody reads
why: few larger one more
row: two(2) two:N=2 2/0.5
row: two(3) two:N=3 7/1.5
row: few(3) few:N=3 0
left: two(9): too large.
E
run 'a table' env TIMES=no MODELS="$T" sh bench/tables.sh "$DMC" "$T/scratch" "$T/good.txt"
is 0
equal 'the table' "$(cat "$T/out")" '### A table

Writers of one cell.

| row | paper: DC | dc | optimal |
|---|---:|---:|---:|
| two(2) | 2 | 1 smaller [1] | 2 |
| two(3) | 7 | 1 smaller [1] | 6 |
| few(3) | 0 | 1 larger [2] | 6 |

- [1] dc smaller: nobody reads.
- [2] few larger: one more.
- Left out: two(9): too large.'
equal 'its cells' "$(sed 's|/[0-9.]*$||' "$T/scratch/cells.txt" | head -n 2)" 'good two(2) dc 2/0.5 1
good two(2) optimal . 2'
run 'its conclusion' awk -v times=no -f bench/conclude.awk "$T/scratch/cells.txt"
says '^[|] good [|] 3 [|] 0 [|] 2 [|] 1 [|]'; says '^Of 3 cells of the papers 0 are met exactly, in 2 we have fewer, in 1 more'
grep -v '^why: few' "$T/good.txt" >"$T/bare.txt"
run 'a difference without a reason' env MODELS="$T" sh bench/tables.sh "$DMC" "$T/scratch" "$T/bare.txt"
is 1; says 'larger UNEXPLAINED'; complains 'some differences are not explained'
sed 's/two:N=2/none:N=2/' "$T/good.txt" >"$T/lost.txt"
run 'a model that is not there' env MODELS="$T" sh bench/tables.sh "$DMC" "$T/scratch" "$T/lost.txt"
is 1; complains 'no figures from dmc check --algo dc'; complains 'some cells have no figures'
run 'a table that is not there' sh bench/tables.sh "$DMC" "$T/scratch" "$T/nothing.txt"
is 1; complains 'cannot read'
printf 'title: B\nsearch: stateful:reach R\nsearch: naive N\nrow: a(1) two:N=3 12\nrow: a(2) two:N=4 >9 -\n' >"$T/bound.txt"
printf '%s\n' 'a(1) stateful:reach 12 -' 'a(1) naive 6+1/0.1 6+1/0.20' 'a(2) stateful:reach >9 10/0.1/visited' 'a(2) naive - 24/1' >"$T/cells"
run 'cut, equal, bounded' awk -f bench/tables.awk "$T/bound.txt" "$T/cells"
says '^[|] a\(1\) [|] 12 [|] - [|] 6[+]1 \(0.1 s\) [|] 6[+]1 \(0.20 s\) = [|]$'; says '^[|] a\(2\) [|] >9 [|] 10 \(0.10 s\) [*] = [|] - [|] 24 \(1.00 s\) [|]$'
for f in bench/papers/*.txt; do                                          # the data: each row has a model, and as many figures as columns
  bad=$(awk -v f="$f" '/^search: / && NF > 2 && $3 != "-" { n++ } /^row: / && NF != 3 + n { print f ": " $0 }' "$f")
  equal "figures a row of $f" "$bad" ''
  for m in $(sed -n 's/^row: *[^ ]* *\([^: ]*\):.*/\1/p' "$f" | sort -u); do
    if [ -f "examples/papers/$m.d" ]; then ok; else not_ok "$f: no model $m"; fi
  done
done

# ---- adapters: stand-ins print what the tools print ----
mkdir -p "$T/bin" "$T/w"
stub() { cat >"$T/bin/$1"; chmod +x "$T/bin/$1"; }                       # NAME <<text
stub nidhugg </dev/null
stub nidhuggc <<'E'
#!/bin/sh
case $* in *--slow*) sleep 9 ;; *--broken*) echo 'clang: error: no such file'; exit 1 ;; esac
case "$*" in *-DN=3*--optimal*lastwrite.c) ;; *) echo "called with $*"; exit 2 ;; esac
printf 'Trace count: 16\nAssume-blocked trace count: 5\nNo errors were detected.\nTotal wall-clock time: 0.25 s\n'
E
stub genmc <<'E'
#!/bin/sh
case "$*" in *-DN=3*) ;; *) exit 2 ;; esac
[ -z "$BAD" ] || { printf 'Error: Safety violation!\nNumber of complete executions explored: 2\n'; exit 42; }
printf '*** Compilation complete.\n*** Verification complete.\nNo errors were detected.\n'
printf 'Number of complete executions explored: 6\nNumber of blocked executions seen: 3\nTotal wall-clock time: 0.02s\n'
E
stub concuerror <<'E'
#!/bin/sh
case "$*" in *'-m lockserver -t n3'*) ;; *) exit 2 ;; esac
printf 'Done at 1 Jan (Exit status: ok)\n  Summary: 0 errors, 6/6 interleavings explored\n' >concuerror.report
E
stub harmony <<'E'
#!/bin/sh
case "$*" in *'-c N=3'*) ;; *) exit 2 ;; esac
printf '#states 120 (time 0.010+0.002)\nNo issues\n'
E
stub spin <<'E'
#!/bin/sh
[ "$1" = -a ] || exit 2
cat >pan.c <<'C'
#include <stdio.h>
int main(void) { printf("State-vector 36 byte, depth reached 9, errors: 0\n 1.5e+03 states, stored\n      900 states, matched\n"); return 0; }
C
E
adapter() { # TOOL FILE OPTIONS LIMIT
  tool=$1
  shift
  run "run-$tool.sh" env PATH="$T/bin:$PATH" ${EXTRA:-A=1} sh "bench/peers/run-$tool.sh" "$@" "$T/w"
}
adapter nidhugg bench/peers/c/lastwrite.c N=3 9;             is 0; says '^ok 16[+]5 0.25 [0-9.]+$'
EXTRA='FLAGS=--slow';   adapter nidhugg bench/peers/c/lastwrite.c N=3 1; is 0; says '^cut - - [0-9.]+$'
EXTRA='FLAGS=--broken'; adapter nidhugg bench/peers/c/lastwrite.c N=3 9; is 1; complains 'no trace count'; complains 'clang: error'
EXTRA=
adapter genmc bench/peers/c/lastwrite.c N=3 9;               is 0; says '^ok 6[+]3 0.02 [0-9.]+$'
EXTRA='BAD=1'; adapter genmc bench/peers/c/lastwrite.c N=3 9; is 0; says '^fail 2 - [0-9.]+$'
EXTRA=
adapter concuerror bench/peers/erlang/lockserver.erl N=3 9;  is 0; says '^ok 6 - [0-9.]+$'
adapter harmony bench/peers/harmony/readers.hny N=3 9;       is 0; says '^ok 120 0.010 [0-9.]+$'
adapter spin bench/peers/promela/readers.pml N=3 9;          is 0; says '^ok 1500 [0-9.]+ [0-9.]+$'
mkdir "$T/none"
for c in dirname basename; do ln -s "$(command -v $c)" "$T/none/$c"; done
run 'no tool' env PATH="$T/none" /bin/sh bench/peers/run-genmc.sh x.c N=3 9 "$T/w"; is 3; complains 'genmc is not installed'

printf '%s\n' "genmc: c/lastwrite.c N=3 $T/two.d N=3 optimal" >"$T/rows"
run 'a tool found' env PATH="$T/bin:$PATH" TOOLROWS="$T/rows" sh bench/peers.sh "$DMC" "$T/w" 1 tools
is 1; says '^Found: nidhugg genmc concuerror harmony\.'; says 'genmc.*[|] 6 WRONG, not the count of the tool'; complains 'checkers disagree'
printf '%s\n' 'readers N=3 N=3' >"$T/rows"
run 'beside Spin' env PATH="$T/bin:$PATH" SPINROWS="$T/rows" sh bench/peers.sh "$DMC" "$T/w" 1 spin
is 0; says '^[|] readers [|] N=3 [|] ok [|] 1,500 [|]'
sed -i.old 's/errors: 0/errors: 1/' "$T/bin/spin"
run 'Spin says otherwise' env PATH="$T/bin:$PATH" SPINROWS="$T/rows" sh bench/peers.sh "$DMC" "$T/w" 1 spin
is 1; says 'ok WRONG, Spin says fail'
for m in bench/peers/dmc/*.d; do
  n=$(basename "$m" .d)
  if [ -f "bench/peers/promela/$n.pml" ] && grep -q "^$n " bench/peers/spin.txt; then ok; else not_ok "$n lacks its pair"; fi
done
exits 0 'the shared models' test bench/peers/dmc
exits 0 'their form' fmt --check bench/peers/dmc/*.d

# ---- instructions a step ----
head='label,compiler,workload,steps,instructions,per step'
printf '%s\n' "$head" 'old,gcc 12,naive,10,900,90.0' 'new,gcc 12,naive,10,1000,100.0' 'new,gcc 12,dc,10,500,50.0' >"$T/history.csv"
judge() { name="instructions: $1"; printf '%s\n' "$2" "$3" >"$T/now.csv"; call awk -f bench/compare.awk "$T/history.csv" "$T/now.csv"; }
judge 'as before' 'now,gcc 12,naive,10,1090,109.0' 'now,gcc 12,dc,10,500,50.0'
is 0; says '^[|] naive [|] new [|] 100.0 [|] 109.0 [|] 1.090 [|]  [|]$'; says 'all 2 workloads within 10 %'
judge 'slower' 'now,gcc 12,naive,10,1110,111.0' 'now,gcc 12,dc,10,400,40.0'
is 1; says '1.110 [|] SLOWER'; says '0.800 [|] faster'; says '1 of 2 workloads are slower'
judge 'gone and new' 'now,gcc 12,naive,10,1000,100.0' 'now,gcc 12,lazy,10,400,40.0'
is 1; says 'dc .*MISSING'; says 'lazy [|] - [|] - [|] 40.0 [|] - [|] new'
judge 'another compiler' 'now,clang 14,naive,10,9000,900.0' 'now,clang 14,dc,10,500,50.0'
is 0; says 'another compiler, not judged'; says 'compare with your own, by make bench-record'
stub valgrind <<'E'
#!/bin/sh
for a; do case $a in --callgrind-out-file=*) out=${a#*=} ;; esac; done
while :; do case $1 in --*) shift ;; *) break ;; esac; done
"$@"
case "$*" in *N=3*) echo 'summary: 5000' ;; *) echo 'summary: 1000' ;; esac >"$out"
E
echo "two naive $T/two.d N=3 N=1" >"$T/loads"
load() { name="instructions: $1"; shift; call env PATH="$T/bin:$PATH" HISTORY="$T/own.csv" WORKLOADS="$T/loads" sh bench/instructions.sh "$DMC" "$T/w" "$@"; }
load 'nothing recorded' check;  is 1; complains 'is empty: make bench-record'
load 'recorded' record first;   is 0; equal 'the head' "$(head -n 1 "$T/own.csv")" "$head"
equal 'the figures' "$(sed -n '2s/,.*,two,/ two /p' "$T/own.csv")" 'first two 14,4000,285.7'
load 'checked' check;           is 0; says 'all 1 workloads within'
load 'no label' record;         is 2; complains 'needs a label'
load 'a wrong word' measure;    is 2; complains "not 'measure'"
run 'without valgrind' env VALGRIND=no-valgrind-here HISTORY="$T/none.csv" sh bench/instructions.sh "$DMC" "$T/w" check
is 0; says 'skipped: valgrind is not installed'
run 'the recorded history' awk -F , '
NR > 1 && (NF != 6 || $6 <= 0 || ($5 / $4 - $6) ^ 2 > 0.1) { bad++ }
END { exit bad > 0 || NR < 2 }' bench/history.csv
is 0
for w in $(sed -n 's/^\([^# ]*\) .*/\1/p' bench/workloads.txt); do
  if grep -q ",$w," bench/history.csv; then ok; else not_ok "no history of $w"; fi
done

# ---- growth ----
printf '%s\n' 's 1 3' 's 2 12' 's 4 48' 'f 10 5' 'f 100 5' 'one 1 1' 's 0 9' >"$T/points"
run 'exponents' awk -f bench/fit.awk "$T/points"
is 0; equal 'exponents' "$(cat "$T/out")" 's 2.00 2.00 3 1 4
f 0.00 0.00 2 10 100
one - - 1 1 1'
run 'curves' awk -v title=T -v xlabel=X -v ylabel=Y -f bench/plot.awk "$T/points"
is 0; says '^<svg xmlns='; last_line '^</svg>$'
equal 'curves drawn' "$(grep -c '<path d="M[0-9. ]*L' "$T/out")" 2
equal 'points drawn' "$(grep -c '<circle' "$T/out")" 6
silent 'nan|inf'
cd "$here" && finish
