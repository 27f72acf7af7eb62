#!/bin/sh
# Garbage in: a message and the right exit code, quickly.
. "$(dirname "$0")/common.inc"
quickly 2

exits 66 'no such file' check "$T/none.d"
either 'none\.d'
exits 66 'a directory as file' check "$T"
either 'directory'
exits 64 'no file at all' check
: >"$T/empty.d"
exits '0|65|11' 'empty file' check "$T/empty.d"
head -c 65536 /dev/urandom >"$T/random.d"
exits 65 'random bytes' check "$T/random.d"
head -c 300000 "$DMC" >"$T/binary.d"
exits 65 'a program as model' check "$T/binary.d"
printf 'int x\0int y\nThread T { x := 1 }\n' >"$T/nul.d"
exits 65 'a NUL in the text' check "$T/nul.d"
printf 'int x = 1\nThread T { print "\377\376" }\n' >"$T/latin.d"
exits '0|65' 'bytes that are not UTF-8 in a string' check "$T/latin.d"
printf 'int x\r\nThread T { x := 1 }\r\n' >"$T/crlf.d"
exits 0 'lines that end in CR LF' check "$T/crlf.d"
printf 'int x\nThread T { x := 1 }' >"$T/noeol.d"
exits 0 'no newline at the end' check "$T/noeol.d"
printf '/* never closed' >"$T/open.d"
exits 65 'an open comment' check "$T/open.d"
printf 'Thread T { print "never closed }\n' >"$T/string.d"
exits 65 'an open string' check "$T/string.d"

head -c 52428800 /dev/zero | tr '\0' '(' >"$T/big.d"
exits '65|66' '50 MB of (' check "$T/big.d"
head -c 8000000 "$T/big.d" >"$T/parens.d"
exits 65 '8 MB of (' check "$T/parens.d"
rm "$T/big.d"
awk 'BEGIN { printf "Thread T {\n"; for (i = 0; i < 10000; i++) print "if true {"; for (i = 0; i < 10000; i++) print "}"; print "}" }' >"$T/nested.d"
exits 65 '10,000 nested blocks' check "$T/nested.d"
complains 'nest|deep'
awk 'BEGIN { printf "int x = "; for (i = 0; i < 100000; i++) printf "-"; print "1" }' >"$T/minus.d"
exits 65 '100,000 signs' check "$T/minus.d"
awk 'BEGIN { printf "int x = 1"; for (i = 0; i < 100000; i++) printf " + 1"; print "\nThread T { x := 2 }" }' >"$T/plus.d"
exits '0|65' '100,000 terms' check "$T/plus.d"
awk 'BEGIN { printf "int "; for (i = 0; i < 1000000; i++) printf "x"; print "\nThread T { skip }" }' >"$T/longname.d"
exits '0|65|11' 'a name of a million letters' check "$T/longname.d"
awk 'BEGIN { printf "int x = "; for (i = 0; i < 1000000; i++) printf "9"; print "\nThread T { skip }" }' >"$T/longnum.d"
exits '0|65' 'a number of a million digits' check "$T/longnum.d"
awk 'BEGIN { for (i = 0; i < 20000; i++) print "int x" i; print "Thread T { x19999 := 1 }" }' >"$T/many.d"
exits 0 '20,000 variables' check "$T/many.d"
awk 'BEGIN { for (i = 0; i < 5000; i++) print "Thread T { y := }" }' >"$T/errors.d"
exits 65 'thousands of errors' check "$T/errors.d"
if [ "$(grep -c '^error' "$T/err")" -le 21 ]; then ok; else not_ok 'more than 20 errors are shown'; fi

model array.d <<'X'
int[1000000000] big
Thread T { big[1] := 1 }
X
exits 65 'a 1 GB array' check "$T/array.d"
complains 'error'
model array2.d <<'X'
int[100000][100000] big
Thread T { big[1][1] := 1 }
X
exits 65 'an array of arrays, too large' check "$T/array2.d"
model array3.d <<'X'
int[99999999999999999999] big
Thread T { big[1] := 1 }
X
exits 65 'an array length beyond 64 bits' check "$T/array3.d"
model array4.d <<'X'
int[0 - 5] big
Thread T { skip }
X
exits 65 'a negative array length' check "$T/array4.d"
model threads.d <<'X'
Thread(i in 0..999) T { skip }
X
exits 65 'a thousand threads' check "$T/threads.d"
model range.d <<'X'
Thread(i in 0..99999999999999999999) T { skip }
X
exits 65 'more threads than atoms' check "$T/range.d"

model grow.d <<'X'
int x = 3
Thread T { loop { x := x * x } }
X
exits 14 'integers that grow without end' check "$T/grow.d"
either 'R0007'
model shift.d <<'X'
int x
Thread T { int n = 1; loop { n := n + n; x := n } }
X
exits '14|20' 'integers that double' check --time 1s "$T/shift.d"
model spin.d <<'X'
int x
Thread T { int n = 0; while n >= 0 { n := n + 1 }; x := n }
X
exits 14 'a step that does not end' check "$T/spin.d"
either 'R0006'
model recurse.d <<'X'
int f(int n) { return f(n + 1) }
Thread T { print f(0) }
X
exits 14 'endless recursion' check "$T/recurse.d"
either 'R0005'
model spawn.d <<'X'
Thread() W { skip }
Thread T { loop { _ := spawn W() } }
X
exits 14 'threads without end' check "$T/spawn.d"
either 'R0009'
model flood.d <<'X'
message M()
daemon Thread Sink { int n = 0; receive { M() when false => { } } }
Thread T { loop { Sink ! M() } }
X
exits '20' 'a mailbox that grows without end' check --mem 64M --time 1s "$T/flood.d"
model queue.d <<'X'
queue<int> q
Thread T { loop { push(q, len(q)) } }
X
exits '20' 'a queue that grows without end' check --mem 64M --time 1s "$T/queue.d"
model wide.d <<'X'
int x
Thread T { x := choose(0..99999999999) }
X
exits '14|20' 'a choice too wide' check "$T/wide.d"
model finder.d <<'X'
import finder
Thread T { skip }
X
exits '0|65' 'a file that imports itself' check "$T/finder.d"
model gone.d <<'X'
import not.there
Thread T { skip }
X
exits 65 'an import that does not exist' check "$T/gone.d"
model one.d <<'X'
import two
int x
Thread T { x := 1 }
X
model two.d <<'X'
import one
X
exits '0|65' 'imports in a circle' check "$T/one.d"
# Thesis files.
printf '<' >"$T/t1.d"; exits 65 'thesis: nothing after <' check "$T/t1.d"
printf '<"a" 2, x 1>\n[x := 1]\n' >"$T/t2.d"; exits 65 'thesis: fewer blocks than announced' check "$T/t2.d"
printf '<{1000000000 [x := 1] }>' >"$T/t3.d"; exits 65 'thesis: an expansion too large' check "$T/t3.d"
printf '<"a" 1, x 99999999999999>\n[x := 1]\n' >"$T/t4.d"; exits 65 'thesis: a length too large' check "$T/t4.d"

# Where the result goes.
name='/dev/full as stdout'
timeout $LIMIT "$DMC" check tests/models/counter.d >/dev/full 2>"$T/err"; rc=$?; : >"$T/out"
if [ $rc -ne 0 ] && [ $rc -lt 126 ]; then ok; else not_ok 'a full device goes unnoticed'; fi
complains '.'
name='a closed stdout'
timeout $LIMIT "$DMC" check tests/models/counter.d >&- 2>"$T/err"; rc=$?
if [ $rc -lt 126 ]; then ok; else not_ok 'died'; fi
name='a reader that leaves'
timeout $LIMIT "$DMC" check --full tests/models/philosophers.d 2>"$T/err" | head -n 1 >"$T/out"; rc=
if [ -s "$T/out" ]; then ok; else not_ok 'nothing came'; fi
finish
