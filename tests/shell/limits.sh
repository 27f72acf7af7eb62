#!/bin/sh
# Limits and Ctrl-C: a verdict `incomplete` with the counts so far, exit 20.
. "$(dirname "$0")/common.inc"
# Twelve philosophers in a fixed order: no finding, far too many states and runs.
model big.d <<'X'
const int N = 12
mutex[N] fork
Thread(i in 0..N-1) P {
  for round in 1..3 {
    lock(fork[min(i, (i + 1) % N)])
    lock(fork[max(i, (i + 1) % N)])
    unlock(fork[i])
    unlock(fork[(i + 1) % N])
  }
}
X
for algo in naive stateful:reach; do
  exits 20 "$algo: --time 1s" check --algo $algo --time 1s "$T/big.d"
  last_line '^result: incomplete\(time\)'
  exits 20 "$algo: --depth 5" check --algo $algo --depth 5 --time 8s "$T/big.d"
  last_line '^result: incomplete\((depth|time)\)'
done
exits 20 '--mem 32M' check --algo stateful:reach --mem 32M "$T/big.d"
last_line '^result: incomplete\(memory\)'
exits 20 '--mem 1M' check --algo stateful:reach --mem 1M "$T/big.d"
last_line '^result: incomplete\(memory\)'
exits 20 '--bfs --mem 32M' check --algo stateful:reach --bfs --mem 32M "$T/big.d"
last_line '^result: incomplete\(memory\)'
exits 20 '--store=hash --mem 4M' check --algo stateful:reach --store=hash --mem 4M "$T/big.d"
last_line '^result: incomplete\(memory\)'
exits 20 '--sample' check --sample 50 --seed 7 "$T/big.d"
last_line '^result: incomplete\(sampl'
exits 20 '--sample --pct' check --sample 50 --pct 3 --seed 7 "$T/big.d"
exits 20 '--preemptions' check --algo naive --preemptions 0 --time 5s "$T/big.d"
last_line '^result: incomplete'

model loop.d <<'X'
int x
Thread A { loop { x := 1 - x } }
Thread B { x := 5 }
X
exits 20 '--loop' check --algo stateful:reach --loop 3 "$T/loop.d"
last_line '^result: incomplete\(loop\)'
exits 20 'a run without end, stateless' check --algo naive --time 5s "$T/loop.d"
last_line '^result: incomplete\((events|time)\)'
either 'stateful'

# Hashes of states: the same search, which finds what there is and never says ok.
model small.d <<'X'
int x
Thread(i in 1..3) P { x := x + i; x := x * 2 }
X
exits 20 '--store=hash' check --algo stateful:reach --store=hash "$T/small.d"
last_line '^result: incomplete\(hash\)'
says '^note: only hashes of 64 bits were kept of [0-9]+ states.* expect less than one to be overlooked in a billion'
hashed=$(sed -n 's/.* \([0-9]* states\)  .*/\1/p' "$T/last")
exits 0 '--store=exact' check --algo stateful:reach --store=exact "$T/small.d"
last_line "  $hashed  "
exits 20 'auto with --store=hash' check --store=hash "$T/small.d"
last_line '^result: incomplete\(hash\).*stateful:reach'
exits 11 'a failure found by hashes' check --store=hash tests/models/philosophers.d
last_line '^result: FAIL\(deadlock\)'
exits 20 'time weighs more' check --store=hash --time 1s "$T/big.d"
last_line '^result: incomplete\(time\)'
for option in --bfs '--depth 3' --progress; do
  exits 64 "--store=hash $option" check --algo stateful:reach --store=hash $option "$T/small.d"
  complains "--store=hash does not go with ${option% *}"
done
exits 64 '--store=hash with naive' check --algo naive --store=hash "$T/small.d"
complains '--store=hash goes with --algo stateful'
exits 64 '--store=hash --sample' check --sample 5 --store=hash "$T/small.d"

# SIGINT by the pid of the process that we start: `timeout` sends it, once with --foreground, and hands on the exit code.
interrupt() { # WHAT ARGUMENTS...
  name=$1
  shift
  timeout --foreground --preserve-status -k 5 -s INT 1 "$DMC" "$@" >"$T/out" 2>"$T/err" </dev/null
  rc=$?
  equal 'exit code after Ctrl-C' $rc 20
}
for algo in naive stateful:reach 'stateful:reach --bfs'; do
  interrupt "Ctrl-C, $algo" check --algo $algo "$T/big.d"
  last_line '^result: incomplete\(interrupt'
done
interrupt 'Ctrl-C with --json' check --json --algo stateful:reach "$T/big.d"
says '"verdict": *"incomplete"'
complains '^result: incomplete'
interrupt 'Ctrl-C while sampling' check --sample 1000000000 "$T/big.d"
last_line '^result: incomplete'
# The published lazy reduction: every way it gives up has a name and shows the way on.
gives_up() { # LIMIT ARGUMENTS...
  limit=$1
  shift
  exits 20 "lazy:thesis: $limit" check --algo lazy:thesis --races=off "$@"
  last_line "^result: incomplete\\($limit\\)"
  says 'try --algo lazy$'
}
gives_up unsupported "$T/big.d"
gives_up visited examples/papers/thesis_42.d
gives_up variations -D N=8 examples/papers/branching.d
finish
