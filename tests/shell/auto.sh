#!/bin/sh
# What `auto` chooses, and that it says so. Nine threads of four private steps each have two million states and one class.
. "$(dirname "$0")/common.inc"
LIMIT=$((LIMIT * 3))
independent() { # FILE MORE: the model, with more text
  { printf 'int[9] a\nint x\nThread(i in 0..8) T { for k in 1..4 { a[i] := k } }\n'; printf "$2"; } >"$T/$1"
}
algorithm() { equal 'algorithm' "$(sed -n 's/^result: [^ ]*  [^ ]*  \([^ ]*\)  .*/\1/p' "$T/out")" "$1"; }

exits 10 'a small model' check tests/models/counter.d
algorithm stateful:reach
silent '^algorithm:'
exits 10 'a small model, JSON' check --json tests/models/counter.d
says '"reason": null'

independent plain.d ''
exits 0 'no guards, every run ends' check "$T/plain.d"
algorithm dc
says '^algorithm: dc \(auto: no guards, every run ends; 65,536 states were not enough for a plain search\)$'
exits 0 'JSON' check --json "$T/plain.d"
says '"reason": "auto: no guards, every run ends; 65,536 states'
says '"algorithm": "dc"'
exits 0 'also with workers' check --jobs 2 "$T/plain.d"
algorithm dc

independent guard.d 'Thread G { await x == 0 }\n'
exits 0 'guards' check "$T/guard.d"
algorithm stateful:full+sleep
says '^algorithm: stateful:full\+sleep \(auto: every run ends, guards; '
exits 0 'guards, and races to be listed' check --races=list "$T/guard.d"
algorithm optimal
exits 0 'guards, with workers' check --jobs 2 "$T/guard.d"
algorithm stateful:full-sleep

independent invariant.d 'invariant inv: x == 0\n'
exits 0 'an invariant' check "$T/invariant.d"
algorithm stateful:full+sleep
says '^algorithm: stateful:full\+sleep \(auto: every run ends, invariants or covers; '

{ printf 'int[3] a\nThread(i in 0..2) T { for k in 1..4 { a[i] := k } }\nThread L { loop { a[0] := 1 - a[0] } }\n'; } >"$T/loop.d"
exits 0 'loops' check --no-deadlock "$T/loop.d"
algorithm stateful:reach
silent '^algorithm:'
independent loops.d 'daemon Thread L { loop { x := 1 - x } }\n'
exits 0 'more states and loops' check "$T/loops.d"
algorithm stateful:full+sleep
says '^algorithm: stateful:full\+sleep \(auto: loops; 65,536'
independent loop.d 'Thread L { while x < 100 { x := x + 1 } }\n'
exits 20 'loops that are bounded' check --loop 2 "$T/loop.d"
algorithm dc

exits 0 'loops that end by themselves, in few classes' check examples/53-indexer.d
algorithm dc
says '^algorithm: dc \(auto: loops; 65,536 states were not enough for a plain search\)$'

independent early.d 'Thread B { assert x == 1 }\n'
exits 10 'a failure among the first states' check "$T/early.d"
algorithm stateful:reach
independent bfs.d ''
exits 20 '--depth is for states' check --depth 3 "$T/bfs.d"
algorithm stateful:reach
silent '^algorithm:'

# Neither the states nor the classes end in time; the time is that of both.
model busy.d <<'X'
int x
Thread(i in 0..6) T { for k in 1..6 { x := x + k } }
X
start=$(date +%s)
exits 20 '--time counts all stages' check --time 2s "$T/busy.d"
equal 'in time' $(($(date +%s) - start <= 5)) 1
last_line '^result: incomplete\(time\)  busy.d  dc '
exits 20 '--mem stays a limit' check --mem 1M "$T/busy.d"
last_line '^result: incomplete\(memory\)'

# `stateful` alone is the best that knows the other options.
exits 10 'stateful' check --algo stateful tests/models/counter.d
algorithm stateful:full+sleep
exits 10 'stateful, shortest' check --algo stateful --bfs tests/models/counter.d
algorithm stateful:reach
exits 10 'stateful and races' check --algo stateful --races=list tests/models/counter.d
algorithm stateful:reach
exits 10 'stateful with workers' check --algo stateful --jobs 2 tests/models/counter.d
algorithm stateful:full-sleep
says '^algorithm: stateful:full-sleep \(--jobs: workers do without sleep sets\)$'
exits 0 'a reduction of a model with loops says what it does' check --algo stateful:full+sleep tests/models/abp.d
says '^algorithm: stateful:full\+sleep \(the model has loops: source sets, and all actions where a step would close a loop; no sleep sets, no pifs\)$'
exits 64 'a reduction by name, shortest' check --algo stateful:full+sleep --bfs tests/models/counter.d
complains '--bfs goes with --algo stateful:reach'
exits 64 'a reduction by name, races' check --algo stateful:pset+sleep --races=error tests/models/counter.d
complains 'leaves states out and cannot list races; use stateful:reach, dc, lazy or optimal'
exits 64 '--dep without a reduction' check --algo optimal --dep=object tests/models/counter.d
complains '--dep=object is for the stateful reductions'
exits 64 '--paths without a reduction' check --paths tests/models/counter.d
complains '--paths counts the paths of a reduced graph: --algo stateful'
exits 64 '--paths and loops' check --algo stateful --paths tests/models/abp.d
complains '--paths: the model has loops'
exits 64 '--dep of another kind' check --algo stateful --dep=thread tests/models/counter.d
complains '--dep is one of access, object'
exits 10 '--paths' check --algo stateful --all --paths tests/models/counter.d
says '^paths: [0-9]+$'

exits 64 'dc and invariants' check --algo dc "$T/invariant.d"
complains 'dc cannot decide invariants and covers; use .*optimal or stateful'
finish
