#!/bin/sh
# make bench: how fast dmc steps and stores, beside Spin's verifier on the same models in the same run.
#   bench/run.sh DMC WORK [RUNS]     DMC: the binary; WORK: scratch directory; RUNS: how often, default 5
#   SMALL=1: small sizes only
# Prints the tables and leaves them in WORK/report.md. Without spin its columns are left out.
dmc=${1:-build/dmc} work=${2:-build/bench} runs=${3:-5}
small=${SMALL:+yes}
cd "$(dirname "$0")/.." || exit 1
mkdir -p "$work" || exit 1
case $work in /*) ;; *) work=$PWD/$work ;; esac
case $dmc in /*) ;; *) dmc=$PWD/$dmc ;; esac
here=$PWD
have_spin=$(command -v spin)

. bench/lib.sh

# spin_build MODEL N: Spin's verifier of bench/promela/MODEL.pml, exhaustive and without reduction, as $work/pan
spin_build() {
  (cd "$work" && rm -f pan* && spin -a -DN="$2" "$here/bench/promela/$1.pml" >/dev/null &&
    ${CC:-gcc} -O2 -DSAFETY -DNOREDUCE -DMEMLIM=8000 -o pan pan.c 2>pan.err) || { cat "$work/pan.err" >&2; return 1; }
}
# spin_run: runs it; sets states, seconds, bytes (MB for states by Spin's own account) and total (MB in all)
spin_run() {
  "$work/pan" -m100000 -w24 -c0 -E >"$work/now.txt" 2>&1
  seconds=$(sed -n 's/^pan: elapsed time \([0-9.e+-]*\) seconds.*/\1/p' "$work/now.txt")
  states=$(calc "printf \"%d\", $(sed -n 's/^ *\([0-9.e+]*\) states, stored.*/\1/p' "$work/now.txt")")
  bytes=$(sed -n 's/^ *\([0-9.]*\)\tactual memory usage for states.*/\1/p' "$work/now.txt")
  [ -n "$bytes" ] || bytes=$(sed -n 's/^ *\([0-9.]*\)\tequivalent memory usage for states.*/\1/p' "$work/now.txt")
  total=$(sed -n 's/^ *\([0-9.]*\)\ttotal actual memory usage.*/\1/p' "$work/now.txt")
}
middle=$(((runs + 1) / 2))
if [ "$small" ]; then fib=3; : "${PHIL_REACH:=7}" "${FIB_REACH:=5}"; else fib=4; fi

naive_row() { # LABEL MODEL OPTIONS...
  label=$1 model=$2
  shift 2
  best --algo naive --all --races=off "$@" "bench/$model.d" || return
  st=$(number steps "$work/best.json") se=$(number seconds "$work/best.json") ex=$(number executions "$work/best.json")
  echo "| $label | $(group "$ex") | $(group "$st") | $(calc "printf \"%.2f\", $se") | $(calc "printf \"%.1f million\", $st / $se / 1e6") |"
}
# Runs dmc and Spin in turn, so that both meet the same disturbances; medians, and the range of the ratios.
reach_row() { # MODEL N
  : >"$work/dmc.s"; : >"$work/spin.s"; : >"$work/ratio"
  [ -n "$have_spin" ] && spin_build "$1" "$2" && with_spin=1 || with_spin=
  i=0
  while [ $i -lt "$runs" ]; do
    i=$((i + 1))
    "$dmc" check --json --algo stateful:reach --all --races=off -D N="$2" "bench/$1.d" >"$work/now.json" 2>"$work/now.err"
    st=$(number states "$work/now.json") se=$(number seconds "$work/now.json") by=$(number bytes "$work/now.json")
    [ -n "$se" ] || { cat "$work/now.err" >&2; return 1; }
    echo "$se" >>"$work/dmc.s"
    [ -n "$with_spin" ] || continue
    spin_run
    echo "$seconds" >>"$work/spin.s"
    calc "printf \"%.2f\n\", ($st / $se) / ($states / $seconds)" >>"$work/ratio"
  done
  se=$(nth "$work/dmc.s" $middle)
  line="| $1, N = $2 | $(group "$st") | $(calc "printf \"%.2f\", $se") | $(group "$(calc "print $st / $se")") | $(calc "printf \"%.0f\", $by / $st") |"
  if [ -n "$with_spin" ]; then
    seconds=$(nth "$work/spin.s" $middle)
    line="$line $(group "$states") | $(calc "printf \"%.2f\", $seconds") | $(group "$(calc "print $states / $seconds")") |"
    line="$line $(calc "printf \"%.0f (%.0f)\", $bytes * 1048576 / $states, $total * 1048576 / $states") |"
    line="$line $(nth "$work/ratio" $middle) ($(nth "$work/ratio" 1) to $(nth "$work/ratio" "$runs")) |"
    line="$line $(calc "printf \"%.2f\", ($by / $st) / ($bytes * 1048576 / $states)") |"
  fi
  echo "$line"
}
{
  cat <<'TEXT'
## Visible steps a second, naive search

`--algo naive --all --races=off`: every interleaving, by steps forward and back. Best of the runs.

| model | executions | steps | seconds | steps a second |
|---|---:|---:|---:|---:|
TEXT
  [ "$small" ] || naive_row 'philosophers, N = 2, R = 8' philosophers -D N=2 -D R=8
  [ "$small" ] || naive_row 'philosophers, N = 5, cut after 5 s' philosophers -D N=5 --time 5s
  naive_row "fib_bench, N = $fib" fib_bench -D N=$fib
  cat <<'TEXT'

## States a second, stateful search

`--algo stateful:reach --all --races=off` beside Spin, `cc -O2 -DSAFETY -DNOREDUCE` and `pan -E -c0 -w24`. Bytes a state: all
memory of the search for dmc; for Spin the memory for states by its own account and in brackets all of its memory (hash
table and stack included). The two run in turn; medians, and for the ratio of speeds its range.

TEXT
  if [ -n "$have_spin" ]; then
    echo '| model | dmc: states | seconds | states/s | bytes/state | Spin: states | seconds | states/s | bytes/state | speed dmc : Spin | bytes dmc : Spin |'
    echo '|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|'
  else
    echo 'Spin is not installed (Debian package spin), so its columns are left out.'
    echo
    echo '| model | dmc: states | seconds | states/s | bytes/state |'
    echo '|---|---:|---:|---:|---:|'
  fi
  reach_row philosophers "${PHIL_REACH:-10}"
  reach_row fib_bench "${FIB_REACH:-8}"
} | tee "$work/report.md"
