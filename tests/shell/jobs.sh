#!/bin/sh
# --jobs: the same counts and findings with any number of workers; limits and Ctrl-C stop all of them; what cannot be shared.
. "$(dirname "$0")/common.inc"
counts() { # ARGUMENTS...: executions, blocked, states, steps and the findings with their places and counts
  call "$DMC" check --json "$@"
  for key in executions blocked states steps depth; do number $key "$T/out"; done | tr '\n' ' '
  sed -n '/"findings"/,$p' "$T/out" | grep -E '^ *"(text|count)":' | sort -u | tr '\n' ' '
}
for file in tests/models/buffer.d tests/models/counter.d tests/models/lockserver.d tests/models/peterson.d tests/models/philosophers.d; do
  name="$file with naive"
  one=$(counts --algo naive --all "$file")
  for n in 2 8; do equal "with $n workers" "$(counts --algo naive --all --jobs $n "$file")" "$one"; done
done
# A stateful search has the same states, steps, ends and findings; the longest run depends on who comes first.
states() {
  call "$DMC" check --json --algo stateful:reach --all "$@"
  for key in executions blocked states steps count; do number $key "$T/out"; done | tr '\n' ' '
}
for file in tests/models/buffer.d tests/models/counter.d tests/models/lockserver.d tests/models/peterson.d tests/models/philosophers.d; do
  name="$file with stateful:reach"
  one=$(states "$file")
  for n in 2 8; do equal "with $n workers" "$(states --jobs $n "$file")" "$one"; done
  equal "with hashes" "$(states --jobs 3 --store=hash "$file")" "$one"
done
# Plan engines promise executions and findings.
for algo in dc lazy; do
  for file in tests/models/buffer.d tests/models/counter.d tests/models/philosophers.d; do
    name="$file with $algo"
    call "$DMC" check --json --algo $algo --all "$file"
    [ $rc = 64 ] && continue               # invariants, or not in this build
    one=$(number executions "$T/out")
    for n in 2 8; do
      call "$DMC" check --json --algo $algo --all --jobs $n "$file"
      equal "executions with $n workers" "$(number executions "$T/out")" "$one"
    done
  done
done
exits 10 'a failure, many workers' check --algo naive --jobs 4 tests/models/counter.d
says '^violation: '
last_line '^result: FAIL\(violation\)'
exits 11 'a deadlock, many workers' check --algo naive --jobs 4 tests/models/philosophers.d

model big.d <<'X'
int[6] a
Thread(i in 0..5) P { for k in 1..6 { a[i] := a[(i + 1) % 6] + k } }
X
exits 20 '--time' check --algo naive --jobs 3 --time 1s "$T/big.d"
last_line '^result: incomplete\(time\)'
exits 20 '--mem' check --algo naive --jobs 3 --mem 20K "$T/big.d"
last_line '^result: incomplete\(memory\)'
exits 20 'stateful: --time' check --algo stateful:reach --jobs 3 --time 1s "$T/big.d"
last_line '^result: incomplete\(time\)'
exits 20 'stateful: --mem' check --algo stateful:reach --jobs 3 --mem 4M "$T/big.d"
last_line '^result: incomplete\(memory\)'
exits 20 '--depth' check --algo naive --jobs 3 --depth 4 "$T/big.d"
last_line '^result: incomplete\(depth\)'
name='Ctrl-C with workers'
timeout --foreground --preserve-status -k 5 -s INT 1 "$DMC" check --algo naive --jobs 3 "$T/big.d" >"$T/out" 2>"$T/err" </dev/null
rc=$?
equal 'exit code after Ctrl-C' $rc 20
last_line '^result: incomplete\(interrupted\)'

exits 11 'a deadlock, many workers, stateful' check --algo stateful:reach --jobs 4 tests/models/philosophers.d
for option in --bfs '--depth 30' --progress; do
  exits '10|20' "one worker with $option" check --algo stateful:reach --jobs 2 $option tests/models/counter.d
  says "^algorithm: stateful:reach \(--jobs: a stateful search with ${option% *} has one worker\)"
  exits '10|20' "one worker with $option, auto" check --jobs 2 $option tests/models/counter.d
  says "^algorithm: stateful:reach \(--jobs: a stateful search with ${option% *} has one worker\)"
done
exits 20 '--store=hash with workers' check --algo stateful:reach --store=hash --jobs 2 tests/models/lockserver.d
last_line '^result: incomplete\(hash\)'
says '^note: only hashes'

exits 64 'a search that works alone' check --algo source --jobs 2 tests/models/counter.d
complains '--jobs: source works alone'
complains 'naive'
exits 64 'random runs work alone' check --sample 10 --jobs 2 tests/models/counter.d
exits 64 'no number' check --jobs many tests/models/counter.d
complains '--jobs needs a number'
exits 10 'one is no matter' check --algo source --jobs 1 tests/models/counter.d
exits 10 'auto takes it' check --jobs 2 tests/models/counter.d
exits '0|64' 'optimal gives way to lazy, or says that it works alone' check --algo optimal --jobs 2 tests/models/buffer.d
either '^algorithm: lazy \(--jobs|optimal works alone'
finish
