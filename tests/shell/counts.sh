#!/bin/sh
# Numbers of states and executions that are known independently of dmc.
. "$(dirname "$0")/common.inc"
count() { # KEY EXPECTED CODE ARGUMENTS...
  key=$1 expected=$2 code=$3
  shift 3
  exits "$code" "$*" check --json "$@"
  equal "$key" "$(number $key "$T/out")" "$expected"
}
# Dining philosophers, nothing but lock operations: measured with Spin as well.
for n in '2 19' '3 87' '4 391' '5 1743'; do
  count states ${n#* } 11 --algo stateful:reach --all --races=off -D N=${n% *} bench/philosophers.d
  count states ${n#* } 11 --algo stateful:reach --bfs --all --races=off -D N=${n% *} bench/philosophers.d
done
# Two threads of 3N events without any blocking: binomial(6N, 3N) interleavings.
for n in '1 20' '2 924' '3 48620'; do
  count executions ${n#* } 0 --algo naive --all --races=off -D N=${n% *} bench/fib_bench.d
done
# Measured with Spin.
for n in '1 22' '3 1338' '5 56719'; do
  count states ${n#* } 0 --algo stateful:reach --all --races=off -D N=${n% *} bench/fib_bench.d
done
# Lost updates: 2 events a thread.
for n in '1 1' '2 6' '3 90' '4 2520'; do
  case $n in 1*) code=0 ;; *) code=10 ;; esac
  count executions ${n#* } $code --algo naive --all --races=off -D N=${n% *} tests/models/counter.d
done
# Indexers without collisions: 4 events each; 5 states a thread.
count states 625 0 --algo stateful:reach -D THREADS=4 tests/models/indexer.d
count executions 34650 0 --algo naive -D THREADS=3 tests/models/indexer.d
# The models of Herbreteau et al., Revisiting Stateful Partial-Order Reduction: counts of the paper (bg 3, mpat 5, disp 5, pet 4) and of
# an independent implementation of its systems; dp once is 5^N - 1, fs is 9^N.
while read -r model options states code; do
  set --
  for o in $(echo $options | tr , ' '); do set -- "$@" -D $o; done
  count states $states $code --algo stateful:reach --all --races=off "$@" examples/papers/stateful/$model.d
done <<'LIST'
dp N=5 3124 11
dp N=7 78124 11
dp N=4,MEALS=2 5905 11
bg N=2 401 0
bg N=3 163217 0
qo N=5 1152 0
mpat N=3 1080 0
mpat N=5 59616 0
disp N=5 95744 0
pet N=3 571 0
pet N=4 19029 0
fs N=5 59049 0
lz N=5 1571 0
LIST
# The same models reduced, with the paper's dependence: nodes of pset+sleep, full+sleep, its paths, nodes of full-sleep,
# minclosure+sleep, apifs+sleep; and of full+sleep with our own. None over the paper's, or those of an independent implementation of
# its algorithm, but for one node of the last dp (docs/algorithms.md).
while read -r model options pset full paths nosleep minclosure apifs own code; do
  set --
  for o in $(echo $options | tr , ' '); do set -- "$@" -D $o; done
  for v in pset+sleep:$pset full+sleep:$full full-sleep:$nosleep minclosure+sleep:$minclosure apifs+sleep:$apifs; do
    [ ${v#*:} = - ] && continue
    count nodes ${v#*:} $code --algo stateful:${v%:*} --dep=object --all --paths "$@" examples/papers/stateful/$model.d
    [ ${v%:*} = full+sleep ] && equal paths "$(sed -n 's/^ *"paths": "\([0-9]*\)".*/\1/p' "$T/out")" $paths
  done
  count nodes $own $code --algo stateful --all "$@" examples/papers/stateful/$model.d
done <<'LIST'
dp N=5 1573 784 1337 1672 784 1091 784 11
dp N=7 22805 4590 35253 18110 4590 9795 4590 11
dp N=4,MEALS=2 4931 2789 849115 3861 2789 2912 2789 11
bg N=2 237 41 16 41 41 53 41 0
bg N=4 - 401 65536 401 401 5945 401 0
qo N=5 148 58 12 58 58 59 58 0
qo N=15 - 393 32 393 393 394 393 0
mpat N=3 400 104 48 104 104 230 104 0
mpat N=5 9984 672 3840 672 672 3202 672 0
disp N=5 40458 184 12 184 184 247 184 0
pet N=3 583 498 3349 511 509 500 486 0
fs N=6 49 49 1 49 49 49 49 0
lz N=5 868 239 64 239 336 239 239 0
tk N=4 2928 378 72 436 378 404 378 11
LIST
count nodes 249 11 --algo stateful --all -D N=5 bench/philosophers.d
# Clients that take one lock each: those of one lock, k of them, have 2^k + k * 2^(k-1) states, and locks do not meet.
for seed in 1 2 3; do
  sh bench/multilocks.sh $seed 8 10 1 >"$T/locks.d"
  states=$(awk '/^ *lock/ { k[$1]++ } END { s = 1; for (m in k) s *= 2 ^ k[m] + k[m] * 2 ^ (k[m] - 1); print s }' "$T/locks.d")
  count states $states 0 --algo stateful:reach --all --races=off "$T/locks.d"
done
# lazy:thesis counts runs of new classes as executions and repeats as redundant; the thesis counts both.
lazy() { # EXECUTIONS REDUNDANT CODE ARGUMENTS...
  executions=$1 redundant=$2 code=$3
  shift 3
  count executions $executions $code --algo lazy:thesis --all --races=off "$@"
  equal redundant "$(number redundant "$T/out")" $redundant
}
lazy 1 0 0 -D N=1 examples/papers/branching.d
lazy 11 33 20 -D N=2 examples/papers/branching.d
lazy 25 754 20 -D N=3 examples/papers/branching.d
lazy 99 7305 20 -D N=4 examples/papers/branching.d
lazy 64 0 0 -D N=13 examples/papers/thesis_indexer.d
lazy 8 5 20 -D N=12 examples/papers/indexer.d
lazy 3 3 20 examples/papers/thesis_42.d
finish
