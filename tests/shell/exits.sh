#!/bin/sh
# The exit code and the result line of every kind of verdict, with both searches.
. "$(dirname "$0")/common.inc"
both() { # CODE RESULT FILE [OPTIONS]: naive and stateful:reach agree
  want=$1 result=$2
  shift 2
  for algo in naive stateful:reach; do
    exits "$want" "$algo $*" check --algo $algo "$@"
    last_line "^result: $result  "
    last_line " $algo "
  done
}
model ok.d <<'X'
int x
Thread A { x := 1 }
Thread B { x := 2 }
finally { assert x > 0 }
X
both 0 ok "$T/ok.d"
model assert.d <<'X'
int x
Thread A { x := 1 }
Thread B { assert x == 0, "too late" }
X
both 10 'FAIL\([a-z]+\)' "$T/assert.d"
says 'too late'
model invariant.d <<'X'
int x
Thread A { x := 1; x := 0 }
Thread B { x := 2; x := 0 }
invariant small: x < 2
X
both 10 'FAIL\([a-z]+\)' "$T/invariant.d"
says 'small'
model finally.d <<'X'
int x
Thread A { x := 1 }
Thread B { x := 2 }
finally { assert x == 2 }
X
both 10 'FAIL\([a-z]+\)' "$T/finally.d"
model critical.d <<'X'
int x
Thread A { critical cs { x := 1 } }
Thread B { critical cs { x := 2 } }
X
both 10 'FAIL\([a-z]+\)' "$T/critical.d"
says 'cs'
model deadlock.d <<'X'
mutex a, b
Thread A { lock(a); lock(b); unlock(b); unlock(a) }
Thread B { lock(b); lock(a); unlock(a); unlock(b) }
X
both 11 'FAIL\(deadlock\)' "$T/deadlock.d"
both 0 ok --no-deadlock "$T/deadlock.d"
model race.d <<'X'
int x
Thread A { x := 1 }
Thread B { x := 2 }
X
both 0 ok "$T/race.d"
both 12 'FAIL\(race\)' --races=error "$T/race.d"
both 0 ok --races=off "$T/race.d"
both 0 ok --races=list "$T/race.d"
either 'race'
model sync.d <<'X'
//! sync: x
int x
Thread A { x := 1 }
Thread B { x := 2 }
X
both 0 ok --races=error "$T/sync.d"
model unread.d <<'X'
message M()
Thread A { B ! M(); B ! M() }
Thread B { receive { M() => { } } }
X
both 0 ok "$T/unread.d"
either 'unread'
both 13 'FAIL\(unread\)' --unread=error "$T/unread.d"
model cover.d <<'X'
int x
Thread A { x := 1 }
cover two: x == 2
cover one: x == 1
X
both 15 'FAIL\(cover\)' "$T/cover.d"
says 'two'
for r in '1: 1 / y' '2: a[y + 2]' '3: pop(q)'; do
  model error.d <<X
int x, y
int[2] a
queue<int> q
Thread A { x := ${r#*: } }
X
  both 14 'FAIL\([a-z-]+\)' "$T/error.d"
  either "R000${r%%:*}"
done
model unlock.d <<'X'
mutex m
Thread A { unlock(m) }
X
both 14 'FAIL\([a-z-]+\)' "$T/unlock.d"
either R0004
model nopid.d <<'X'
message M()
pid p
Thread A { p ! M() }
X
both 14 'FAIL\([a-z-]+\)' "$T/nopid.d"
either R0008

# Several kinds at once: 14 before 10 before 11 before 12.
model many.d <<'X'
int x, y
mutex m
Thread A { x := 1; if y == 1 { lock(m); lock(m) } }
Thread B { y := choose(0..3); if y == 2 { assert false } ; if y == 3 { await x == 7 } }
X
both 14 'FAIL\([a-z-]+\)' --all "$T/many.d"
model many2.d <<'X'
int x, y
Thread A { x := 1 }
Thread B { y := choose(2..3); if y == 2 { assert false } ; if y == 3 { await x == 7 } }
X
both 10 'FAIL\([a-z-]+\)' --all "$T/many2.d"
model many3.d <<'X'
int x, y
Thread A { x := 1; x := 2 }
Thread B { x := 3; await y == 7 }
X
both 11 'FAIL\([a-z-]+\)' --all --races=error "$T/many3.d"

exits 66 "a missing file" check "$T/none.d"
model bad.d <<'X'
Thread A { y := 1 }
X
exits 65 'a model that does not compile' check "$T/bad.d"
complains '^error\[E[0-9]+\]: '
complains 'bad\.d:1:12'
exits 65 'the same with dmc run' run "$T/bad.d"
finish
