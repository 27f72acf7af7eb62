#!/bin/sh
# --progress: what it goes with, what it says, what it does not claim.
. "$(dirname "$0")/common.inc"
G=tests/golden/progress
exits 10 'auto' check --progress "$G/spin_set.d"
says '^violation: starvation: Spinner goes round for ever, while Setter could go on all the time and never does$'
says '^  cycle: steps 3 to 4 repeat for ever$'
last_line '  stateful:reach  '
silent '^algorithm:'
exits 0 'fair' check --progress=fair "$G/spin_set.d"
exits 10 '--algo stateful' check --progress --algo stateful "$G/spin_set.d"
last_line '  stateful:reach  '
exits 10 '--algo stateful:reach' check --algo stateful:reach --progress=any "$G/spin_set.d"
for algo in naive dpor optimal dc; do
  exits 64 "--algo $algo" check --progress --algo $algo "$G/spin_set.d"
  complains '\-\-progress goes with --algo stateful:reach'
done
exits 64 '--sample' check --progress --sample 10 "$G/spin_set.d"
exits 64 '--preemptions' check --progress --preemptions 2 "$G/spin_set.d"
complains '\-\-progress does not go with --preemptions'
exits 64 'neither any nor fair' check --progress=most "$G/spin_set.d"

exits 10 'JSON' check --progress --json "$G/spin_set.d"
says '"what": "progress"'
says '"name": "progress"'
says '"confirmed": true'
equal 'trace.loop' "$(number loop "$T/out")" 3
exits 10 'JSON of the ring' check --progress --json "$G/polite.d"
equal 'trace.loop' "$(number loop "$T/out")" 1

# Where a thread has failed nothing is claimed of the others.
exits 10 'a failure and a cycle' check --progress=fair --all -D ASSUME=false "$G/claims_nothing.d"
silent 'round for ever'

# A search that is not complete claims no absence; what is beyond the bound may be an end.
exits 20 'no cycle within the bound' check --progress --depth 1 "$G/spin_set.d"
exits 10 'a cycle within the bound' check --progress --depth 4 "$G/spin_unset.d"
says '^violation: (starvation|livelock): '
exits 10 'what was not searched' check --progress --depth 2 "$G/abp.d"
says 'livelock: Sender goes round for ever; whether a thread could end was not searched'
exits 20 'memory' check --progress --mem 20K "$G/polite.d"
last_line '^result: incomplete\(memory\)'

# A long way to the cycle: the middle is left out, the line of the cycle is not.
model long.d <<'X'
int x, n
Thread A { for k in 1..600 { x := k }  loop { n := 1 - n } }
X
exits 10 'a long trace' check --progress "$T/long.d"
says '^  cycle: steps 601 to 604 repeat for ever$'
model around.d <<'X'
int x, n
Thread A { loop { for k in 1..600 { x := k } } }
X
exits 10 'a long cycle' check --progress "$T/around.d"
says '^  cycle: steps [0-9]+ to [0-9]+ repeat for ever$'
# Library calls are one line, but not across the beginning of the cycle.
model library.d <<'X'
import std.sync
mutex m
cond c
Thread A { loop { lock(m); signal(c); unlock(m) } }
X
exits 10 'library' check --progress "$T/library.d"
says 'repeats? for ever'
finish
