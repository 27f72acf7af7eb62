#!/bin/sh
# How time grows with the length of runs, and memory and time with the number of states, for sizes that double.
#   bench/growth.sh DMC WORK [RUNS [SVGDIR]]   RUNS: how often, default 3, the best counts; SVGDIR: where growth-*.svg go, default WORK
#   CAP=20s: what one search may take          QUICK=1: fewer sizes
# Prints Markdown with the exponents and leaves it in WORK/growth.md.
dmc=${1:-build/dmc} work=${2:-build/bench} runs=${3:-3} svg=${4:-$2}
cd "$(dirname "$0")/.." || exit 1
mkdir -p "$work" || exit 1
case $dmc in /*) ;; *) dmc=$PWD/$dmc ;; esac
case $work in /*) ;; *) work=$PWD/$work ;; esac
case ${svg:=$work} in /*) ;; *) svg=$PWD/$svg ;; esac
. bench/lib.sh
cap=${CAP:-20s}

# point FILE SERIES X Y SIZES MODEL OPTIONS...: a point for each size that ends in time; X and Y are expressions over ex, st, de, se, by
point() {
  file=$1 series=$2 x=$3 y=$4 sizes=$5 model=$6
  shift 6
  for size in $sizes; do
    best --all --races=off --time "$cap" -D N="$size" "$@" "$model" || return
    grep -q '"complete": *true' "$work/best.json" || return
    ex=$(number executions "$work/best.json") st=$(number states "$work/best.json") se=$(number seconds "$work/best.json")
    de=$(number depth "$work/best.json") by=$(number bytes "$work/best.json")
    calc "ex = $ex; st = $st; se = $se; de = $de; by = $by; printf \"%s %.9g %.9g\\n\", \"$series\", $x, $y" >>"$work/$file"
  done
}
# exponents FILE X: the table of a file of points
exponents() {
  awk -f bench/fit.awk "$work/$1" | while read -r series all last n from to; do
    [ "$all" = - ] && continue
    echo "| $series | $(group "$from") to $(group "$to") $2 | $n | $all | $last |"
  done
}
heading() { echo "| series | sizes | points | exponent | of the two largest |"; echo '|---|---|---:|---:|---:|'; }

rm -f "$work"/points.*
if [ -n "$QUICK" ]; then runlong='32 64 128' reach='3 4 5' pets='3 4' runs=1
else runlong='32 64 128 256 512 1024 2048' reach='3 4 5 6 7 8' pets='3 4 5'; fi
for algo in optimal observers dc lazy; do
  point points.time $algo de 'se / ex * 1e6' "$runlong" bench/long.d --algo $algo -D EARLY=8
done
for v in reach full+sleep; do
  point points.memory "dp,$v" st by "$reach" examples/papers/stateful/dp.d --algo "stateful:$v"
  point points.states "dp,$v" st se "$reach" examples/papers/stateful/dp.d --algo "stateful:$v"
  point points.memory "pet,$v" st by "$pets" examples/papers/stateful/pet.d --algo "stateful:$v"
  point points.states "pet,$v" st se "$pets" examples/papers/stateful/pet.d --algo "stateful:$v"
done
draw() { # FILE TITLE XLABEL YLABEL NAME
  [ ! -s "$work/$1" ] || awk -v title="$2" -v xlabel="$3" -v ylabel="$4" -f bench/plot.awk "$work/$1" >"$svg/growth-$5.svg"
}
draw points.time 'Time of one execution' 'events of a run' microseconds time
draw points.memory 'Memory of a search' states bytes memory
draw points.states 'Time of a search' states seconds states
{
  cat <<'TEXT'
## Growth

Exponents b of y = a x^b, by least squares on logarithms, for sizes that double. A constant part, of a run or of a table, makes them small.

Time of one execution against the events of a run: `bench/long.d`, 256 classes that differ from the first event on
([curves](growth-time.svg)).

TEXT
  heading; exponents points.time 'events'
  cat <<'TEXT'

Memory against states: dining philosophers (dp) and Peterson's algorithm (pet) of `examples/papers/stateful` ([curves](growth-memory.svg)).

TEXT
  heading; exponents points.memory 'states'
  cat <<'TEXT'

Time against states, the same ([curves](growth-states.svg)).

TEXT
  heading; exponents points.states 'states'
  echo
} | tee "$work/growth.md"
