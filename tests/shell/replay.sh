#!/bin/sh
# --trace and dmc replay: the same trace again, wherever the files are; a changed model is refused with the first step that
# differs; garbage is refused with its place. dmc run: one random execution.
. "$(dirname "$0")/common.inc"
timeless() { sed -e 's/  (met [0-9]* times)$//' -e '/^result: /d' -e '/^note: [0-9]* data race/d' -e '/^unread: /d' -e '/^note: --seed/d' -e '/^note: no run/d' -e '/^cover: /d' \
                 -e '/^algorithm: /d' "$T/out"; }
alike() { if diff "$T/checked" "$T/replayed" >"$T/diff"; then ok; else not_ok 'the replay shows something else'; sed 's/^/  /' "$T/diff" | head -n 20; fi; }
# same CODE ARGUMENTS...: check with --trace, then replay: the same exit code, and the same text.
same() {
  want=$1
  shift
  exits "$want" "check $*" check "$@" --no-shorten --trace "$T/same.trace"
  timeless >"$T/checked"
  exits "$want" "replay of check $*" replay "$T/same.trace"
  timeless >"$T/replayed"
  last_line '^result: FAIL\([a-z]*\)  [^ ]*  replay  1 executions  [0-9]* states  [0-9.]* s$'
  alike
}
model lost.d <<'X'
// lost.d
int x = 0
Thread(i in 1..2) Inc { x := x + 1 }              // two steps: read x, then write x
finally { assert x == 2, "an update was lost" }
X
same 10 "$T/lost.d"
same 10 tests/models/counter.d -D N=3
same 11 tests/models/philosophers.d --algo optimal
same 14 -D BUG=true tests/models/buffer.d
same 10 tests/models/twophase.d -D IMPATIENT=true
same 10 tests/models/abp.d -D BITS=false
same 12 --races=error tests/models/counter.d
same 11 -D N=2 tests/models/twophase.d

# What else a trace can be: a message that nobody receives, a cycle, a crash, a thesis file, an init that chooses or fails.
model unread.d <<'X'
message M(int v)
Thread A { B ! M(3) }
Thread B { skip }
X
same 13 --unread=error "$T/unread.d"
model cycle.d <<'X'
bool flag
int n
Thread Chooser { flag := choose(bool) }
Thread Spinner { while !flag { n := 1 - n } }
X
same 10 --progress=fair "$T/cycle.d"
says 'cycle: step'
model crash.d <<'X'
fault crash A <= 1
mutex m
Thread A { lock(m); unlock(m) }
Thread B { lock(m); unlock(m) }
X
same 11 "$T/crash.d"
printf '<"w" 2, x 2>\n<{2\n[ x[0] := x[0] + 1\n  x[x[0]] := 1 ]\n}>\n' >"$T/thesis.d"
same 14 "$T/thesis.d"
model init.d <<'X'
int x
init { x := choose(3..5) }
Thread T { assert x != 4, "four" }
X
same 10 "$T/init.d"
model fails.d <<'X'
int x
init { assert x == 1 }
Thread T { x := 1 }
X
same 10 "$T/fails.d"

# Threads that several threads spawn: their numbers are those of the search, and of whoever came first with --jobs.
model spawn.d <<'X'
int x
set<pid> who
pid chosen
Thread(int k) Kid { add(who, self); x := x + k }
Thread(int k) Sub { pid p = spawn Kid(k); join p }
Thread(i in 0..1) Main { pid a = spawn Sub(1); pid b = spawn Kid(2); join a; join b }
Thread Chooser { await len(who) == 4; chosen := choose(who); x := x + 10 }
finally { assert x != 16, "all" }
X
same 10 "$T/spawn.d"
same 10 --jobs 2 --algo naive "$T/spawn.d"
same 10 --jobs 2 --algo stateful:reach --all "$T/spawn.d"
same 10 --sample 200 --seed 5 "$T/spawn.d"
# A chain of threads whose names are longer than dmc writes them.
model chain.d <<'X'
int x
Thread(int n) WorkerWithALongName { if n > 0 { pid p = spawn WorkerWithALongName(n - 1) } else { x := x + 1 } }
Thread(i in 1..2) Main { pid p = spawn WorkerWithALongName(40) }
finally { assert x == 2, "lost" }
X
same 10 --sample 1000 --seed 1 "$T/chain.d"

# -D, options lines, atomicity and loop bounds are those of the recording.
model opts.d <<'X'
//! options: --atomicity statement -D N=3
//! sync: flag
param int N = 2
int x, flag
Thread(i in 1..N) Inc { x := x + 1 }
finally { assert x == 2, "not two" }
X
same 10 "$T/opts.d"
for part in '"N": "3"' '"atomicity": "statement"' '"flag"'; do if grep -q "$part" "$T/same.trace"; then ok; else not_ok "the trace lacks $part"; fi; done
says 'trace, 3 steps'
same 10 "$T/opts.d" -D N=4
says 'trace, 4 steps'
same 10 "$T/opts.d" --atomicity access -D N=2
says 'trace, 4 steps'
exits 64 'no -D with a trace' replay "$T/same.trace" -D N=3
complains '\-D belongs to'

# Where the files are.
mkdir "$T/a" "$T/a/models" "$T/a/out" "$T/b"
cp "$T/lost.d" "$T/a/models"
( cd "$T/a" && "$DMC" check models/lost.d --trace out/lost.trace >/dev/null )
exits 10 'from anywhere' replay "$T/a/out/lost.trace"
( cd "$T/a" && timeout 60 "$DMC" replay out/lost.trace ) >"$T/out" 2>"$T/err"
name='where it was made, the model is named as it was'
says '  --> models/lost.d:4:11'
mv "$T/a" "$T/c"
exits 10 'the whole directory moved' replay "$T/c/out/lost.trace"
mv "$T/c/out/lost.trace" "$T/c/models/lost.d" "$T/b"
exits 10 'both moved side by side' replay "$T/b/lost.trace"
says "  --> $T/b/lost.d:4:11"
mv "$T/b/lost.d" "$T/b/other.d"
exits 66 'the model is gone' replay "$T/b/lost.trace"
complains "its model is not found; looked for $T/b/../models/lost.d, $T/b/lost.d, models/lost.d"
complains 'help: --model FILE'
exits 10 '--model' replay "$T/b/lost.trace" --model "$T/b/other.d"
last_line 'other.d  replay'
exits 66 '--model that is not there' replay "$T/b/lost.trace" --model "$T/b/none.d"
complains 'none.d: no such file'

# A model that changed.
exits 10 'a trace' check "$T/lost.d" --trace "$T/lost.trace" --no-shorten --algo naive
cp "$T/lost.d" "$T/old"
( echo '// one more comment'; cat "$T/old" ) >"$T/lost.d"
exits 65 'a comment changed' replay "$T/lost.trace"
complains 'the model has changed since the trace was made \(lost.d\)'
complains 'every step is as recorded \(4 of them\), and so is the finding'
complains 'help: .dmc check .*lost.d --trace .*lost.trace. makes a new trace'
sed 's/x + 1/x + 2/' "$T/old" >"$T/lost.d"
exits 65 'a step changed' replay "$T/lost.trace"
complains 'the first step that differs is step 3:'
complains '  recorded  Inc\[.\]  3:25  x := 1$'
complains '  now       Inc\[.\]  3:25  x := 2$'
if [ -s "$T/out" ]; then not_ok 'something on stdout'; else ok; fi
sed 's/1\.\.2/3..4/' "$T/old" >"$T/lost.d"
exits 65 'a thread is gone' replay "$T/lost.trace"
complains '  now       there is no thread Inc\[1\]'
sed 's/x == 2/x == 1/' "$T/old" >"$T/lost.d"
exits 65 'the property changed' replay "$T/lost.trace"
complains 'its 4 steps are as recorded, but they do not end in what it found: violation: an update was lost'
echo 'Thread' >"$T/lost.d"
exits 65 'it does not compile any more' replay "$T/lost.trace"
complains 'has changed since'
complains '^error\['
cp "$T/old" "$T/lost.d"
exits 10 'the old text again' replay "$T/lost.trace"
model sub.d <<'X'
int y
void set(ref int a) { a := 1 }
X
model imports.d <<'X'
import sub
import std.sync
sem s
Thread A { set(y); down(s) }
X
same 11 "$T/imports.d"
sed 's/a := 1/a := 2/' "$T/sub.d" >"$T/new" && mv "$T/new" "$T/sub.d"
exits 65 'an import changed' replay "$T/same.trace"
complains 'the model has changed since the trace was made \(sub.d\)'
complains 'the first step that differs is step 1:'
complains '  now       A  .*sub.d:2:23  y := 2'
sed 's/a := 2/a := 1/' "$T/sub.d" >"$T/new" && mv "$T/new" "$T/sub.d"
awk '/"name": "std.sync"/ { library = 1 } library && /sha256/ { sub(/"sha256": "..../, "\"sha256\": \"0000"); library = 0 } { print }' "$T/same.trace" >"$T/lib.trace"
exits 65 'the library changed' replay "$T/lib.trace"
complains 'the model has changed since the trace was made \(std.sync \(of the library\)\)'
complains 'every step is as recorded'

# A trace that was edited.
edit() { sed "$1" "$T/lost.trace" >"$T/edited.trace"; } # SED-SCRIPT
edit 's/reads x = 0/reads x = 7/'
exits 65 'another value' replay "$T/edited.trace"
complains 'though the model is as it was: the trace was edited'
complains '  recorded  Inc\[1\]  3:30  reads x = 7$'
edit 's/"thread": "Inc\[2\]"/"thread": "Inc[1]"/'
exits 65 'another thread' replay "$T/edited.trace"
complains '  now       Inc\[2\]'
edit 's/"dmc_trace": 1/"dmc_trace": 2/'
exits 66 'another format' replay "$T/edited.trace"
complains 'edited.trace:2:16: the trace has format 2, written by dmc [0-9.]*; this is dmc [0-9.]*, which reads format 1'
edit 's/"steps"/"stops"/'
exits 66 'no steps' replay "$T/edited.trace"
complains 'edited.trace:[0-9]*:[0-9]*: the member "steps" is missing in this object'

# What is no trace.
quickly 5
garbage() { # WHAT MESSAGE
  exits 66 "$1" replay "$T/garbage"
  complains "$2"
}
: >"$T/garbage"; garbage 'an empty file' 'garbage: this is no trace: the file is empty'
printf ' \n\n ' >"$T/garbage"; garbage 'blanks' 'the file is empty'
printf '{ "dmc_trace": 1,\n  "x": }\n' >"$T/garbage"; garbage 'half an object' "garbage:2:8: this is no trace: expected a value, not '}'"
printf '[1, 2]' >"$T/garbage"; garbage 'a list' 'garbage:1:1: this is no trace of dmc'
printf '{"dmc_trace": 1}' >"$T/garbage"; garbage 'an object without anything' 'the member "threads" is missing'
{ echo x; head -c 200000 /dev/urandom; } >"$T/garbage"; garbage 'random bytes' "garbage:1:1: this is no trace: expected a value, not 'x'"
head -c 104857600 /dev/zero | tr '\0' '[' >"$T/garbage"; garbage '100 MB of [' 'nested more than 64 deep'
head -c 104857600 /dev/zero >"$T/garbage"; garbage '100 MB of NUL' 'expected a value, not byte 0x00'
rm "$T/garbage"
head -c 3000 "$T/lost.trace" >"$T/garbage"; garbage 'a trace cut short' 'this is no trace: '
exits 66 'a model' replay "$T/lost.d"
complains "lost.d:1:1: this is no trace: expected a value, not '/'"
exits 66 'a directory' replay "$T"
complains 'is a directory'
exits 66 'no file' replay "$T/none.trace"
complains 'none.trace: no such file'
exits 64 'nothing at all' replay
complains 'which trace\?'
exits 64 'two traces' replay "$T/lost.trace" "$T/lost.trace"
exits 64 'an unknown option' replay "$T/lost.trace" --modl x
complains "did you mean '--model'"
exits 64 'an option of a search' replay "$T/lost.trace" --algo naive
exits 0 'help' replay --help
says 'usage: dmc replay TRACE'

# Where --trace cannot write, and where there is nothing to write.
if [ -e /dev/full ]; then
  exits '66|70' 'a full disk' check "$T/lost.d" --trace /dev/full
  complains '/dev/full: No space left'
fi
exits '66|70' 'no such directory' check "$T/lost.d" --trace "$T/none/x.trace"
complains 'none/x.trace: No such file'
exits 0 'nothing is found' check tests/models/peterson.d --trace "$T/nothing.trace"
complains 'nothing.trace was not written: nothing was found'
if [ -e "$T/nothing.trace" ]; then not_ok 'it was written'; else ok; fi

cp "$T/lost.d" "$T/kept.d"
exits 64 'over the model' check "$T/kept.d" --trace "$T/kept.d"
complains 'kept.d is not written: it is the model'
if cmp -s "$T/lost.d" "$T/kept.d"; then ok; else not_ok 'the model is gone'; fi
exits 65 'a trace where a model belongs' check "$T/lost.trace"
complains 'help: for a trace it is .dmc replay .*lost.trace'

# Other forms.
exits 10 '--quiet' replay "$T/lost.trace" --quiet
equal 'lines' "$(wc -l <"$T/out")" 1
exits 10 '--json' replay "$T/lost.trace" --json
complains '^result: FAIL\(violation\)  lost.d  replay  1 executions'
equal 'executions' "$(number executions "$T/out")" 1
says '"algorithm": "replay"'
exits 10 '--full' replay "$T/lost.trace" --full
says 'at the start: x = 0'
exits 10 '--html' replay "$T/lost.trace" --html "$T/page.html"
if [ -e "$T/page.html" ]; then ok; else not_ok 'no page'; fi
exits 10 '--msc' replay "$T/lost.trace" --msc

# dmc run: one random execution, the same for the same seed.
exits '0|10|20' 'run' run "$T/lost.d"
seed=$(sed -n 's/^note: --seed \([0-9]*\) repeats this run$/\1/p' "$T/out")
sed '/^result/d' "$T/out" >"$T/first"
exits "$rc" 'run again' run "$T/lost.d" --seed "$seed"
sed '/^result/d' "$T/out" >"$T/second"
if [ -n "$seed" ] && cmp -s "$T/first" "$T/second"; then ok; else not_ok "seed $seed gives another run"; fi
# ran CODE ARGUMENTS: run with --trace; the replay has the same steps and exits with CODE, or 0 where the run found nothing.
ran() {
  want=$1
  shift
  exits "$want" "run $*" run "$@" --no-shorten --trace "$T/run.trace"
  timeless >"$T/checked"
  [ "$want" = 20 ] && want=0
  exits "$want" "replay of run $*" replay "$T/run.trace"
  timeless >"$T/replayed"
  alike
}
ran 20 tests/models/lockserver.d --seed 2
last_line '^result: incomplete\(sample\)  lockserver.d  replay  1 executions  [0-9]* states'
ran 20 tests/models/philosophers.d -D ORDERED=true --seed 1
ran 11 tests/models/philosophers.d --seed 1
ran 20 tests/models/philosophers.d --seed 1 --pct 2
ran 10 "$T/lost.d" --seed 3
ran 10 "$T/fails.d" --seed 3
ran 20 tests/models/abp.d --loop 1 --seed 3
ran 20 tests/models/lockserver.d --depth 3 --seed 3
ran 20 examples/papers/thesis_readers_writers.d --seed 3
model error.d <<'X'
int x
Thread(i in 0..1) T { x := 1 / x }
X
ran 14 "$T/error.d" --seed 1
model lines.d <<'X'
//! options: --bfs --jobs 2 --all --preemptions 3
int x
Thread(i in 0..1) T { x := 1 / x }
X
ran 14 "$T/lines.d" --seed 1
model discards.d <<'X'
int x
init { assume x == 1 }
Thread T { x := 1 }
X
exits '0|20' 'init discards everything' run "$T/discards.d" --trace "$T/run.trace"
exits 0 'a run without a step' replay "$T/run.trace"
exits 11 '--quiet' run tests/models/philosophers.d --seed 1 --quiet --trace "$T/run.trace"
equal 'lines' "$(wc -l <"$T/out")" 1
if grep -q '"seed": 1,' "$T/run.trace"; then ok; else not_ok 'the trace lacks the seed'; fi
finish
