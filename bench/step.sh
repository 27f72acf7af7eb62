#!/bin/sh
# make bench: how fast the step engine (optimal, observers) is, and what a longer run costs. Counts are in plan.sh.
#   bench/step.sh DMC WORK [RUNS [PART...]]   DMC: the binary; WORK: scratch directory; RUNS: how often, default 5; PART: speed, lengths
#   SMALL=1: speed at small sizes only, without the other tools' times
# Prints the tables and leaves them in WORK/step.md, the figures beside other tools in WORK/step.txt.
dmc=${1:-build/dmc} work=${2:-build/bench} runs=${3:-5}
[ $# -gt 3 ] && shift 3 && parts=$* || parts='speed lengths'
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
  if [ "$4" = - ]; then ratio=-
  elif [ "$ex" = "$all" ]; then ratio=$(calc "printf \"%.1f\", $4 / $se") beside=$(calc "printf \"%.1f\", $5 / $se")
  else ratio="fewer runs"; fi
  line="| $1($2) | $3 | $(group "$ex") | $(calc "printf \"%.4f\", $se") | $(group "$(calc "print $ex / $se")") |"
  line="$line $(calc "printf \"%.2f million\", $st / $se / 1e6") | $(calc "printf \"%.2f\", $by / 1048576") |"
  case $ratio in -|fewer*) beside=$ratio ;; *) echo "$1($2) $3 $ratio $beside" >>"$work/step.txt" ;; esac
  echo "$line $4 | $5 | $ratio | $beside |"
}
speed() {
  cat <<'TEXT'
## Executions a second, step engine

The figures are noisy: on a machine that does other things they vary by a quarter from one call to the next, small ones by more.

`--all --races=off`, best of the runs. GenMC 0.11 and Nidhugg: seconds for the executions that optimal counts, as measured once
on a machine like ours, not in this run. Ratios: their seconds by seconds of dmc; `fewer runs` where observers has fewer
classes to visit, so that times do not compare. MB: peak of the search.

| model | search | executions | seconds | executions/s | steps/s | MB | GenMC s | Nidhugg s | GenMC : dmc | Nidhugg : dmc |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
TEXT
  for algo in optimal observers; do
    while read -r model n genmc nidhugg; do
      [ "$algo" = optimal ] || all=$(number executions "$work/all.$model")
      speed_row "$model" "$n" "$algo" "$genmc" "$nidhugg"
      [ "$algo" = observers ] || cp "$work/best.json" "$work/all.$model"
    done <"$work/step.rows"
  done
}
if [ -n "$SMALL" ]; then printf '%s\n' 'lastwrite 6 - -' 'fib_bench 3 - -' 'indexer 13 - -' 'lastzero 10 - -' 'floating_read 5 - -'
else printf '%s\n' 'lastwrite 9 4.7 37' 'fib_bench 5 4.0 11.6' 'indexer 16 16.1 36' 'lastzero 15 7.0 44' 'floating_read 8 1.2 22'
fi >"$work/step.rows"


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
: >"$work/step.txt"
for part in $parts; do $part; done | tee "$work/step.md"
