#!/bin/sh
# make bench: how fast the step engine (optimal, observers) is, what a longer run costs, and whether the counts are right.
#   bench/step.sh DMC WORK [RUNS]    DMC: the binary; WORK: scratch directory; RUNS: how often, default 5
# Prints the tables and leaves them in WORK/step.md. Exits 1 when a count is wrong.
dmc=${1:-build/dmc} work=${2:-build/bench} runs=${3:-5}
cd "$(dirname "$0")/.." || exit 1
mkdir -p "$work" || exit 1
case $work in /*) ;; *) work=$PWD/$work ;; esac
case $dmc in /*) ;; *) dmc=$PWD/$dmc ;; esac
. bench/lib.sh
papers=examples/papers

# speed_row MODEL N ALGO GENMC NIDHUGG: the last two in seconds, for the executions that optimal counts
speed_row() {
  best --algo "$3" --all --races=off -D N="$2" "$papers/$1.d" </dev/null || return
  ex=$(number executions "$work/best.json") se=$(number seconds "$work/best.json")
  st=$(number steps "$work/best.json") by=$(number bytes "$work/best.json")
  [ "$3" = optimal ] && all=$ex
  if [ "$ex" = "$all" ]; then ratio=$(calc "printf \"%.1f\", $4 / $se"); else ratio="fewer runs"; fi
  line="| $1($2) | $3 | $(group "$ex") | $(calc "printf \"%.4f\", $se") | $(group "$(calc "print $ex / $se")") |"
  line="$line $(calc "printf \"%.2f million\", $st / $se / 1e6") | $(calc "printf \"%.2f\", $by / 1048576") |"
  echo "$line $4 | $5 | $ratio |"
}
speed() {
  cat <<'TEXT'
## Executions a second, step engine

The figures are noisy: on a machine that does other things they vary by a quarter from one call to the next, small ones by more.

`--all --races=off`, best of the runs. GenMC 0.11 and Nidhugg: seconds for the executions that optimal counts, as measured once
on a machine like ours, not in this run. Ratio: seconds of GenMC by seconds of dmc; `fewer runs` where observers has fewer
classes to visit, so that times do not compare. MB: peak of the search.

| model | search | executions | seconds | executions/s | steps/s | MB | GenMC s | Nidhugg s | GenMC : dmc |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|
TEXT
  for algo in optimal observers; do
    while read -r model n genmc nidhugg; do
      [ "$algo" = optimal ] || all=$(number executions "$work/all.$model")
      speed_row "$model" "$n" "$algo" "$genmc" "$nidhugg"
      [ "$algo" = observers ] || cp "$work/best.json" "$work/all.$model"
    done <<'LIST'
lastwrite 9 4.7 37
fib_bench 5 4.0 11.6
indexer 16 16.1 36
lastzero 15 7.0 44
floating_read 8 1.2 22
LIST
  done
}

# length_row LABEL FILE ALGO OPTIONS...
length_row() {
  label=$1 file=$2 algo=$3
  shift 3
  best --algo "$algo" --all --races=off "$@" "$file" </dev/null || return
  ex=$(number executions "$work/best.json") se=$(number seconds "$work/best.json")
  st=$(number steps "$work/best.json") de=$(number depth "$work/best.json")
  line="| $label | $algo | $(group "$ex") | $(group "$de") | $(group "$st") | $(calc "printf \"%.4f\", $se") |"
  echo "$line $(calc "printf \"%.2f\", $se / $ex * 1e6") | $(calc "printf \"%.0f\", $se / $st * 1e9") |"
}
lengths() {
  cat <<'TEXT'

## Time as runs grow

`bench/long.d`: four threads write cells of their own, so that there are N events and no race among them; 8 pairs of threads
race beside them, which makes 256 classes. `early`: runs differ from their first event on, and all of it is done again. `late`:
they differ in the last events only. `alone`: one class, one run, hardly more than a measurement of the clock for small N. Then two
models whose races grow too. Best of the runs.

| model | search | executions | events a run | steps | seconds | us an execution | ns a step |
|---|---|---:|---:|---:|---:|---:|---:|
TEXT
  for algo in optimal observers; do
    for n in 16 32 64 128 256 512 1024; do length_row "long early, N = $n" bench/long.d "$algo" -D N=$n -D EARLY=8; done
    for n in 16 64 256 1024; do length_row "long late, N = $n" bench/long.d "$algo" -D N=$n -D EARLY=0 -D LATE=8; done
    for n in 16 64 256 1024; do length_row "long alone, N = $n" bench/long.d "$algo" -D N=$n -D EARLY=0; done
    for n in 4 8 16; do length_row "readers_writers, N = $n" $papers/readers_writers.d "$algo" -D N=$n; done
    for n in 2 4 8; do length_row "pthread_demo, N = $n" $papers/pthread_demo.d "$algo" -D N=$n; done
  done
}

# count MODEL ALGO EXPECTED OPTIONS...: EXPECTED is N or N+M (M blocked); a cell of the table
count() {
  model=$1 algo=$2 want=$3
  shift 3
  [ "$want" = - ] && { echo '-'; return; }
  once --algo "$algo" --all --races=off --time 60s "$@" "$papers/$model.d" </dev/null || { echo 'WRONG: no figures'; return; }
  got=$(number executions "$work/now.json") bl=$(number blocked "$work/now.json") re=$(number redundant "$work/now.json")
  case $want in *+*) got=$got+$bl ;; *) [ "$bl" = 0 ] || got=$got+$bl ;; esac
  [ "$re" = 0 ] || got="$got and $re redundant"
  grep -q '"complete": *true' "$work/now.json" || got="$got, cut"
  at=$(calc "printf \"%.2f s\", $(number seconds "$work/now.json")")
  if [ "$got" = "$want" ]; then echo "$got ok ($at)"; else echo "$got WRONG, expected $want ($at)"; fi
}
counts() {
  cat <<'TEXT'

## Counts

Executions (`a+b`: b blocked) with `--all`, beside what the papers of the models, or formulas checked against exhaustive search,
say. `ok`: as expected, and no run was redundant. One run each, so the seconds are rough.

| model | options | optimal | observers |
|---|---|---:|---:|
TEXT
  while read -r model opts optimal observers; do
    set --
    for o in $(echo "$opts" | tr , ' '); do set -- "$@" -D "$o"; done
    echo "| $model | $(echo "$opts" | sed 's/,/, /g') | $(count "$model" optimal "$optimal" "$@") | $(count "$model" observers "$observers" "$@") |"
  done <<'LIST'
lastwrite N=2 2 2
lastwrite N=3 6 3
lastwrite N=4 24 4
lastwrite N=5 120 5
lastwrite N=6 720 6
lastwrite N=7 5040 7
lastwrite N=8 40320 8
lastwrite N=9 362880 9
floating_read N=2 6 5
floating_read N=3 24 13
floating_read N=4 120 33
floating_read N=5 720 81
floating_read N=6 5040 193
floating_read N=7 40320 449
floating_read N=8 362880 1025
lastzero N=4 28 28
lastzero N=5 64 64
lastzero N=8 704 704
lastzero N=10 3328 3328
lastzero N=12 15360 15360
lastzero N=15 147456 147456
lastzero N=3,SHAREDARG=true 120 98
lastzero N=4,SHAREDARG=true 2118 1520
lastzero N=5,SHAREDARG=true 53172 -
opt_lock N=4 346 58
opt_lock N=6 2430 90
opt_lock N=8 16714 122
opt_lock N=12 785662 186
fib_bench N=3 1698 1698
fib_bench N=4 19605 19605
fib_bench N=5 218243 218243
fib_bench N=4,MAINREAD=0 1107 1107
fib_bench N=5,MAINREAD=0 8953 8953
fib_bench N=6,MAINREAD=0 73789 73789
fib_bench N=7,MAINREAD=0 616227 616227
pthread_demo N=6 924 924
pthread_demo N=8 12870 12870
pthread_demo N=10 184756 184756
sigma_false N=5 945 120
sigma_false N=6 10395 720
sigma_false N=7 135135 5040
lamport N=2 16+16 14+12
lamport N=3 9216+11525 5466+6132
indexer N=11 1 1
indexer N=12 8 8
indexer N=13 64 64
indexer N=14 512 512
indexer N=15 4096 4096
branching N=1 1 1
branching N=2 11 11
branching N=3 28 28
branching N=4 103 103
branching N=5 311 311
branching N=6 1010 1010
readers_writers N=4 8 8
readers_writers N=8 128 128
readers_writers N=12 2048 2048
readers_writers N=16 32768 32768
philosophers N=3 7 7
philosophers N=4 15 15
philosophers N=5 31 31
philosophers N=6 63 63
philosophers N=7 127 127
philosophers N=8 255 255
philosophers N=9 511 511
philosophers N=10 1023 1023
philosophers N=11 2047 2047
philosophers N=12 4095 4095
selective N=2 2 1
selective N=3 6 1
selective N=4 24 1
selective N=5 120 1
selective N=6 720 1
selective N=7 5040 1
selective N=8 40320 1
not_selective N=2 2 2
not_selective N=3 6 6
not_selective N=4 24 24
not_selective N=5 120 120
not_selective N=6 720 720
not_selective N=7 5040 5040
not_selective N=8 40320 40320
lockserver N=3 30 6
lockserver N=4 336 24
lockserver N=5 5040 120
lockserver N=6 95040 720
LIST
}
{ speed; lengths; counts; } | tee "$work/step.md"
if grep -q WRONG "$work/step.md"; then echo 'bench: some counts are wrong' >&2; exit 1; fi
