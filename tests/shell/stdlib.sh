#!/bin/sh
# The library: its names, its form, and that it does what is written by hand beside it, whatever the search.
. "$(dirname "$0")/common.inc"

# ---- form and names ----
exits 0 'stdlib is formatted' fmt --check stdlib/*.d
for f in stdlib/*.d; do echo "import std.$(basename "$f" .d)"; done >"$T/all.d"
echo 'Thread A { skip }' >>"$T/all.d"
exits 0 'all modules together' check "$T/all.d"
call "$DMC" check --dump=bytecode "$T/all.d"
name='what is not called is not there'
silent '^(function|pure|void) |lock|send'
# A name of the library that is a builtin's would hide it from every model.
sed -n 's/^X([A-Z_]*, *"\([a-z_]*\)".*/\1/p' compiler/intrinsics.def | sort >"$T/builtins"
sed -n -e 's/^\(pure \)\{0,1\}[a-z]* \([a-z_]*\)(.*/\2/p' -e 's/^\(record\|enum\) \([a-z_]*\) .*/\2/p' stdlib/*.d | sort >"$T/names"
rc=
name='names of the library'
if [ "$(wc -l <"$T/names")" -ge 35 ]; then ok; else not_ok 'they are not found any more'; fi
equal 'builtins among them' "$(comm -12 "$T/builtins" "$T/names")" ''
equal 'twice' "$(uniq -d "$T/names")" ''
# Each is documented.
for n in $(cat "$T/names"); do
  name="docs/stdlib.md has $n"
  case $n in channel_*|rwpolicy|mcs_node) ok; continue ;; esac
  if grep -q "\`[a-z ]*$n[(\` ]" docs/stdlib.md; then ok; else not_ok 'it does not'; fi
done
# Its table of costs holds: states and classes with 2, 3 and 4 threads.
grep '^| `[A-Z]' docs/stdlib.md | tr -d '|`' >"$T/costs"
name='the table of costs'
equal 'rows' "$(wc -l <"$T/costs" | tr -d ' ')" 10
while read -r kind s2 s3 s4 c2 c3 c4; do
  for row in "2 $s2 $c2" "3 $s3 $c3" "4 $s4 $c4"; do
    set -- $row
    exits 0 "$kind, $1 threads: states" check --json --algo stateful:reach -D "K=$kind" -D "N=$1" examples/lib/costs.d
    equal states "$(number states "$T/out")" "$2"
    exits 0 "$kind, $1 threads: classes" check --json --algo optimal -D "K=$kind" -D "N=$1" examples/lib/costs.d
    equal executions "$(number executions "$T/out")" "$3"
  done
done <"$T/costs"
# Nothing in the library is a data race.
for f in sem cond barrier event once future buffer stack channel spinlocks rwlock costs; do
  exits '0|10' "$f: no races" check --all --races=list --algo stateful:reach examples/lib/$f.d
  silent '^race: .*|^  --> std\.'
  exits '0|10' "$f: no races, clocks" check --races=list --algo optimal examples/lib/$f.d
  silent '^race: .*|^  --> std\.'
done

# ---- the same as by hand ----
# Verdict and counts. How many states a stateless search passes depends on the order in which it meets the classes.
facts() { # ALGORITHM FILE
  call "$DMC" check --json --all --algo "$1" "$2"
  echo "$rc $(number executions "$T/out") $(number blocked "$T/out")"
  case $1 in naive|stateful:reach) number states "$T/out" ;; esac
}
# same ALGORITHMS WHAT: $T/lib.d and $T/hand.d cannot be told apart
same() {
  for a in $1; do
    name="$2, $a"
    equal 'exit, executions, blocked, states' "$(facts "$a" "$T/lib.d")" "$(facts "$a" "$T/hand.d")"
  done
}
every='naive source optimal observers lazy dc stateful stateful:reach'
user='int x
Thread(i in 1..3) A { TAKE; x := x + 1; GIVE }'
variant() { # FILE HEAD TAKE GIVE
  { printf '%s\n' "$2"; printf '%s\n' "$user" | sed -e "s/TAKE/$3/" -e "s/GIVE/$4/"; } >"$T/$1.d"
}
variant lib 'import std.sync
sem s = sem(2)' 'down(s)' 'up(s)'
variant hand 'int s = 2' 'atomic { await s > 0; s := s - 1 }' 'atomic { s := s + 1 }'
same "$every" 'a semaphore'
variant lib 'import std.sync
rwlock l' 'if i < 3 { read_lock(l) } else { write_lock(l) }' 'if i < 3 { read_unlock(l) } else { write_unlock(l) }'
variant hand 'int r
bool w' 'if i < 3 { atomic { await !w; r := r + 1 } } else { atomic { await r == 0 \&\& !w; w := true } }' \
  'if i < 3 { atomic { r := r - 1 } } else { atomic { w := false } }'
same "$every" 'a readers-writer lock, readers first'
variant lib 'import std.sync
once o' 'bool mine = begin_once(o)' 'if mine { end_once(o) }'
variant hand 'int o' 'bool mine = false; atomic { await o != 1; if o == 0 { o := 1; mine := true } }' 'if mine { atomic { o := 2 } }'
same 'naive stateful:reach' 'once'
variant lib 'import std.atomic
ticket l' 'ticket_lock(l)' 'ticket_unlock(l)'
variant hand 'int next
int serving' 'int t = fetch_add(next, 1); await serving == t' '_ := fetch_add(serving, 1)'
same "$every" 'tickets'
variant lib 'import std.atomic
tas l' 'tas_lock(l)' 'tas_unlock(l)'
variant hand 'bool l' 'loop { if cas(l, false, true) { break }; await !l }' '_ := swap(l, false)'
same "$every" 'test-and-set'
# The hand-written barrier never forgets how many came; the library's begins anew, with a phase.
model lib.d <<'X'
import std.sync
barrier b
int x
init { b.parties := 3 }
Thread(i in 1..3) A { for r in 1..2 { if arrive_and_wait(b) { x := r } } }
X
model hand.d <<'X'
int came
int x
Thread(i in 1..3) A {
  for r in 1..2 {
    bool last = false
    atomic { came := came + 1; last := came == 3 * r }
    if last { x := r } else { await came >= 3 * r }
  }
}
X
same 'naive stateful:reach' 'a barrier'
model lib.d <<'X'
import std.queue
import std.net
buffer b
channel c
init { b.capacity := 1; c.capacity := 2 }
Thread A { for i in 1..3 { put(b, i) } }
Thread B { for i in 1..3 { send(c, get(b)) } }
Thread C { for i in 1..3 { assert recv(c) == i } }
X
model hand.d <<'X'
queue<int> b, c
Thread A { for i in 1..3 { atomic { await len(b) < 1; push(b, i) } } }
Thread B {
  for i in 1..3 {
    int v = 0
    atomic { await len(b) > 0; v := pop(b) }
    atomic { await len(c) < 2; push(c, v) }
  }
}
Thread C {
  for i in 1..3 {
    int v = 0
    atomic { await len(c) > 0; v := pop(c) }
    assert v == i
  }
}
X
same "$every" 'a buffer and a channel'
model lib.d <<'X'
import std.sync
future f
event e
int x
Thread A { set_future(f, 5); await_event(e); x := 1 }
Thread(i in 1..2) B { x := get_future(f); if i == 1 { set_event(e) } }
X
model hand.d <<'X'
bool ready
int value
bool e
int x
Thread A { atomic { ready := true; value := 5 }; await e; x := 1 }
Thread(i in 1..2) B {
  int v = 0
  atomic { await ready; v := value }
  x := v
  if i == 1 { e := true }
}
X
same "$every" 'a future and an event'

# ---- every search agrees on the examples ----
# Each model with the options of its own lines. dc refuses invariants; what has no end is for the stateful searches.
for f in examples/lib/*.d; do
  sed -n 's/^\/\/! expect\(.*\): .*/\1/p' "$f" | grep -v -e '--' | grep -v '^ [a-z]' | sort -u >"$T/options"
  while read -r options; do
    call "$DMC" check --all --algo stateful:reach $options "$f"
    code=$rc
    searches='stateful'
    case "$f $options" in *retry*|*_waits*|*_fair*|*SPURIOUS*) ;; *) searches='stateful optimal lazy dc' ;; esac
    for a in $searches; do
      case $a in dc) may="$code|64" ;; *) may=$code ;; esac
      exits "$may" "$f $options, $a" check --all --algo "$a" $options "$f"
    done
  done <"$T/options"
done
finish
