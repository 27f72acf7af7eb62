#!/bin/sh
# `dmc test`: its table, what failures show, JUnit, and everything that can be wrong with files and children.
. "$(dirname "$0")/common.inc"
mkdir "$T/m" "$T/empty"
model m/good.d <<'END'
//! expect: violation
//! expect naive: 6 executions
param int N = 2
int x
Thread(i in 1..N) A { x := x + 1 }
finally { assert x == N }
END
model m/bad.d <<'END'
//! expect -D N=1: ok
//! expect naive: 3 executions
//! expect: ok
//! expect: violatoin
//! expect: diagnostic 5:1 no such thing
//! expect -D M=1: ok
//! expect
//! expect optimal: deadlock
//! expect --algo nosuch: ok

param int N = 2
int x
Thread(i in 1..N) A { x := x + 1 }
finally { assert x == N }
END
model m/none.d <<'END'
int x
Thread A { x := 1 }
END
: >"$T/m/no-model.txt"
cd "$T" || exit 1

exits 0 'all is well' test m/good.d
equal 'the table' "$(cat out)" "ok    m/good.d:1  expect: violation
ok    m/good.d:2  expect naive: 6 executions
2 passed, 0 failed"

exits 1 'failures' test m/bad.d
says '^ok    m/bad.d:1  expect -D N=1: ok$'
says '^FAIL  m/bad.d:2  expect naive: 3 executions$'
says '^      expected  3 executions$'; says '^      got       6 executions$'; says '^      see       dmc check m/bad.d --algo naive --all$'
says "did you mean 'violation'"; says "has no const or param 'M'"; says 'an expectation has a colon'; says 'got       no diagnostic$'
says "unknown algorithm 'nosuch'"
last_line '^1 passed, 8 failed$'
sed -n 's/^      see       dmc //p' out >cmds
while read -r args; do
  name="the command that is shown: $args"
  # shellcheck disable=SC2086
  call "$DMC" $args
  case $rc in 0|10|64) ok ;; *) not_ok "exit code $rc" ;; esac
done <cmds

model both.d <<'END'
//! expect: deadlock
//! expect: violation, deadlock
//! expect: ok
mutex m, n
Thread A { lock(m); lock(n); unlock(n); unlock(m) }
Thread B { lock(n); lock(m); unlock(m); unlock(n) }
finally { assert false, "both came through" }
END
exits 1 'another kind was met first' test both.d
says '^      got       violation, which was met first and ended the search; if the model has both: `expect: deadlock, violation`$'
last_line '^1 passed, 2 failed$'
model wrong.d <<'END'
//! expect: ok
//! expect optimal: ok
int x y
//! expect -D N=2: ok
Thread A { x := 1 }
END
exits 1 'a model that does not compile' test wrong.d
equal 'its message, once' "$(grep -c 'does not compile: 3:7' out)" 1
equal 'its lines' "$(grep -c '^FAIL' out)" 2

exits 1 'quiet' test --quiet m
silent '^ok|^skip'; says '^FAIL'; last_line '^3 passed, 8 failed$'
exits 1 'no expectations' test m
says '^skip  m/none.d  no expectations$'; says '^1 skipped$'
exits 1 'colours' test --color=always m;  says "^$(printf '\033')\[32mok"; says "^$(printf '\033')\[1;31mFAIL"
exits 1 'no colours' test --color=never m; silent "$(printf '\033')"
exits 0 'more options for every check' test -D N=1 --races=off m/none.d
exits 1 'which the commands repeat' test --races=off m/bad.d; says 'see       dmc check m/bad.d --races=off --algo naive --all$'

# Order and bytes do not depend on how many run at once.
mkdir many many/sub
for i in 1 2 3 4 5 6 7 8 9; do cp m/good.d many/g$i.d; cp m/bad.d many/sub/b$i.d; done
exits 1 'one at a time' test --jobs 1 many; cp out one
exits 1 'many at a time' test --jobs 7 many; cp out seven
if cmp -s one seven; then ok; else not_ok 'the output depends on --jobs'; fi
says '^many +18 passed$'; says '^many/sub +9 passed, 72 failed$'
last_line '^27 passed, 72 failed$'

# JUnit.
exits 1 'JUnit' test --junit r.xml m
if command -v xmllint >/dev/null; then
  if xmllint --noout r.xml 2>err; then ok; else not_ok 'r.xml is no XML'; fi
fi
cp r.xml out
says '<testsuite name="m/bad.d" tests="9" failures="8" skipped="0" time="[0-9.]+">'
says '<testcase classname="m.good" name="2: expect naive: 6 executions" time="[0-9.]+"/>'
says '<failure message="6 executions">expected: 3 executions'
says '<skipped message="no expectations"/>'
printf '//! expect: violation <"&\342\202\254\377\001>\nint x\nThread A { assert false }\n' >'m/<&"x>.d'
exits 1 'JUnit of hostile names' test --junit r.xml m
if command -v xmllint >/dev/null; then
  if xmllint --noout r.xml 2>err; then ok; else not_ok 'r.xml is no XML'; fi
fi
rm 'm/<&"x>.d'
exits 66 'JUnit that cannot be written' test --junit no/such.xml m; complains 'no/such.xml: No such file'
[ -e /dev/full ] && { exits 70 'JUnit on a full disk' test --junit /dev/full m; complains 'cannot be written'; }

# Files and directories that are not there, or not what they should be.
exits 64 'nothing' test;                    complains 'which files'
exits 66 'no such file' test m/nowhere.d;   complains 'm/nowhere.d: No such file'
exits 66 'an empty directory' test empty;   complains 'empty: there are no models'
ln -s nowhere.d m/dangling.d
exits 1 'a link to nothing among models' test m; says '^FAIL  m/dangling.d'
rm m/dangling.d
ln -s . m/round
exits '1|66' 'a directory inside itself' test m
rm m/round
printf '\000\001\002' >m/binary.d
exits 0 'a file that is no text' test m/binary.d m/good.d; says '^skip  m/binary.d'
rm m/binary.d
if [ "$(id -u)" != 0 ]; then
  mkdir closed; chmod 0 closed
  exits 66 'a closed directory' test closed; complains 'Permission denied'
  chmod 700 closed; rmdir closed
fi

# A child that dies, and Ctrl-C. Both models would run for hours.
model m/long.d <<'END'
//! expect: violation
//! expect naive: 1 executions
int x
Thread(i in 1..5) A { for k in 1..9 { x := x + 1 } }
finally { assert x == 45 }
END
children() { ps -o pid= --ppid "$1" 2>/dev/null; }
if [ -n "$(children 1)$(children $$)" ]; then
  name='a child that is killed' rc=
  "$DMC" test --jobs 1 m/long.d m/good.d >out 2>err & pid=$!
  for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.3; child=$(children $pid); [ -n "$child" ] && break; done
  sleep 0.5
  kill -9 $child
  wait $pid; rc=$?
  equal 'exit code' "$rc" 1
  says '^FAIL  m/long.d:2  expect naive: 1 executions$'; says 'got       dmc died: Killed'; says '^ok    m/long.d:1'; says '^ok    m/good.d:2'
  last_line '^3 passed, 1 failed$'
fi
name='Ctrl-C' rc=
"$DMC" test --jobs 1 m/good.d m/long.d m/bad.d >out 2>err & pid=$!
sleep 1
kill -INT $pid
wait $pid; rc=$?
equal 'exit code' "$rc" 20
complains 'interrupted: 2 of 3 files were not tested to their end'
silent FAIL
last_line '^3 passed, 0 failed$'
finish
