#!/bin/sh
# dmc sim with commands from a script: what it shows, how it ends, and what garbage does to it.
. "$(dirname "$0")/common.inc"
# plays CODE WHAT COMMANDS ARGUMENTS...: COMMANDS as printf takes them.
plays() {
  want=$1 name=$2 typed=$3
  shift 3
  printf "$typed" >"$T/in"
  timeout -k 2 $LIMIT "$DMC" sim "$@" >"$T/out" 2>"$T/err" <"$T/in"
  rc=$?
  case "|$want|" in *"|$rc|"*) ok ;; *) not_ok "exit code $rc, expected $want" ;; esac
}
# The same way as `dmc check`: what it prints of the failure stands in the transcript, too.
as_check() { # ARGUMENTS of dmc check whose search meets this failure
  timeout $LIMIT "$DMC" check "$@" 2>/dev/null | sed '/^\(shortest \)\{0,1\}trace, /,$d' >"$T/check"
  if [ -s "$T/check" ] && [ "$(grep -cFx -f "$T/check" "$T/out")" -ge "$(wc -l <"$T/check")" ]; then ok; else not_ok 'does not say what dmc check says'; diff "$T/check" "$T/out" | grep '^<'; fi
}

# --- the lost update ---
plays 0 'nothing typed' '' tests/models/counter.d
says 'Inc\[1\], Inc\[2\]'
says 'It fails when'
says 'Goal: break it'
says '^  1  Inc\[1\]  9:32  reads x = 0  \| x := x'
silent "$(printf '\033')"
plays 10 'a lost update' '1\n2\n1\n1\n' tests/models/counter.d
says '^dmc> 1$'
says 'You broke it in 4 steps, and no run that fails is shorter'
says 'FAIL\(violation\), exit code 10'
as_check tests/models/counter.d
plays 0 'the same, and then quit' '1\n2\n1\n1\nquit\n' tests/models/counter.d
plays 0 'the same, undone' '1\n2\n1\n1\nundo\n' tests/models/counter.d
plays 10 'undone and redone' '1\n2\n1\n1\nundo 4\nredo 9\n' tests/models/counter.d
plays 0 'a run that is fine' '1\n1\n1\n1\n' tests/models/counter.d
says 'it was fine'
says '`undo` goes back'
plays 10 'by names' 'Inc[1]\ninc 2\ni1\n\n' tests/models/counter.d
plays 0 'hints' 'hint\n1\n1\nhint\nrestart\nhint\n' tests/models/counter.d
says 'can be reached from here in 4 steps'
says 'From here every run is fine: dmc has looked at all 3 states'
plays 10 'the hints lead to it' 'hint\n1\nhint\n2\nhint\n1\nhint\n1\nhint\n' tests/models/counter.d
says 'reached from here in 1 step\.'
says 'This run has failed already, at step 4'
plays 0 'a model that cannot be broken' 'hint\n' -D N=1 tests/models/counter.d
says 'No order of steps breaks this model: dmc has looked at all 3 states'
plays 0 'goto' '1\n2\ngoto 1\ngoto 0\ngoto 2\ngoto 3\n' tests/models/counter.d
says 'after step 1; 1 step to redo'
says 'at the beginning; 2 steps to redo'
says 'from 0 \(the beginning\) to 2'
plays '0|10' 'a seed' 'random 4\n' --seed 3 tests/models/counter.d
cp "$T/out" "$T/first"
plays '0|10' 'the same seed' 'random 4\n' --seed 3 tests/models/counter.d
if cmp -s "$T/first" "$T/out"; then ok; else not_ok 'the same seed gives something else'; fi
plays 0 'trace and source' '1\ntrace\nsource\nsource i1\nstate\nthreads\nenabled\n' tests/models/counter.d
says '^1 step:'
says '^>  9 \| Thread.*<- Inc\[1\], Inc\[2\]'
plays 0 'watch' 'watch x\n1\nwatch x\nwatch y\nwatch\n' tests/models/counter.d
says '^watched: x = 0'
says 'no shared variable y'
plays 0 'help' 'help\nhelp undo\nhelp wibble\n?\n' tests/models/counter.d
says 'undo \[N\] .*goes back'
says "no command 'wibble'"
plays 0 'a thread, its steps in a row' 'run i1 2\nrun i1\nfinish i 2\n' tests/models/counter.d
says 'Inc\[1\] has ended'
says 'step 4 .*Inc\[2\]'

# --- a deadlock ---
plays 11 'philosophers' 'p0\np1\nenabled\np2\n' tests/models/philosophers.d
says '^  -  Philosopher\[0\]  15:18  waits for fork\[1\], held by Philosopher\[1\]'
says 'cycle: Philosopher\[0\] ->'
says 'broke it in 3 steps'
plays 0 'a waiting thread' 'p0\np1\np0\n' tests/models/philosophers.d
says 'Philosopher\[0\] waits'
plays 0 'which one' 'p\nPhil 7\n' tests/models/philosophers.d
says 'which of them: Philosopher\[0\], Philosopher\[1\], Philosopher\[2\]\?'
plays 0 'prints' 'finish p0\n' tests/models/philosophers.d
says 'prints: eats'
says 'Philosopher\[0\].*\(ends\)'

# --- the library, a run-time error ---
plays 14 'buffer with its bug' '2\n1\n1\n1\n1\n1\n1\n1\n2\n3\n1\n1\n1\n1\nc0\nc0\nc0\nc0\n' -D BUG=true tests/models/buffer.d
says 'R0003'
plays 0 'buffer' 'finish producer\nstate\n' tests/models/buffer.d
says 'nonfull = cond\(\{Producer\}\)'
says 'Producer.* waits'

# --- messages ---
plays 0 'lockserver' 'w1\nw2\nstate\nenabled w\nfinish s\nfinish w1\nfinish s\n' tests/models/lockserver.d
says 'mailbox of Server: Acquire\(Worker\[1\]\)'
says 'Worker\[1\].*waits for Granted\(\): its mailbox is empty'
plays 0 'a random run of it' 'random 500\n' tests/models/lockserver.d
says 'it was fine: all threads have ended, and `finally` holds'

# --- crashes, choices ---
plays 11 'twophase: patient ones wait for ever' 'c\nc\nr0\nr0\nstep r0 0\nr0\nr0\nr1\nstep r1 0\nr1\nr1\nc crash\n' tests/models/twophase.d
says 'Coordinator  20:21  crashes'
says 'step [0-9]+  Coordinator .* crashes'
says 'exit code 11'
plays 0 'a thread with choices' 'c\nc\nr0\nr0\nstep r0 7\nstep c crash\nstep c\n' tests/models/twophase.d
says 'RM\[0\] has several steps; which number'
says "RM\[0\] has no choice '7' here"
says 'Coordinator has crashed'
plays 0 'a cover, and messages that nobody reads' 'random 30\n' --seed 1 tests/models/twophase.d
says 'unread: Prepare sent to RM\[1\] is never received'
plays 10 'disagreement' 'c\nc\nr0\nstep r0 0\nr0\nr0\nc\nr1\nstep r1 0\nr1\nr1\nc\nc\nr0\nr0\nr1\nr1\n' -D IMPATIENT=true tests/models/twophase.d
says "invariant 'agreement' is violated"
says 'cover: commit is reached'
as_check -D IMPATIENT=true --algo naive -D CRASHES=0 tests/models/twophase.d

# --- loops, choose inside atomic ---
plays 10 'abp without its bit' 'random 2000\n' -D BITS=false tests/models/abp.d
says 'lost or duplicated'
says 'the shortest run that fails needs 12'
plays 0 'abp: what is chosen' '' tests/models/abp.d
says 'atomic, choice 0: changes nothing'
says 'atomic, choice 1: data: \[\] -> \[Packet\(0, 1\)\]'

# --- init that chooses ---
model init.d <<'X'
int x, y
init { x := choose(3..5) }
Thread A { y := x; assert y != 4 }
X
plays 10 'init chooses' '2\na\n\n\n' "$T/init.d"
says '2  init  2:13  init chooses 1: x: 0 -> 4'
says '^  step 1  init'
plays 10 'init by name' 'init\n3\nu\ninit 1\ninit\na\n\n\n' "$T/init.d"
says 'init has several steps'

# --- models that have nothing to run ---
model fails.d <<'X'
int x
init { assert x == 1, "never" }
Thread A { x := 1 }
X
plays 10 'init fails' '1\nhint\nrandom\nfinish a\nstate\nundo\n' "$T/fails.d"
says 'violation: never'
says 'It fails before the first step'
says 'There is nothing to schedule'
model discards.d <<'X'
int x
init { assume x == 1 }
Thread A { x := 1 }
X
plays 0 'init discards everything' '1\nhint\na\n' "$T/discards.d"
says 'allows nothing'
model none.d <<'X'
int x
Thread(i in 1..0) A { x := 1 }
finally { assert x == 0 }
X
plays 0 'zero threads' '\n1\nhint\nthreads\nstate\na\n' "$T/none.d"
says 'The model has no threads'
says 'No step is possible here'
plays 66 'no such file' '' "$T/nowhere.d"
printf 'int x\nThread A { y := 1 }\n' >"$T/unknown.d"
plays 65 'a model that does not compile' '1\n' "$T/unknown.d"
printf 'Thread A { x := }\n' >"$T/wrong.d"
plays 65 'a model that does not parse' '1\n' "$T/wrong.d"
complains 'wrong.d:1'
plays 64 'no file' '1\n'
plays 64 'a wrong option' '1\n' --bfs tests/models/counter.d

# --- many threads, many choices ---
model crowd.d <<'X'
int x
mutex m
Thread(i in 1..200) Inc { lock(m); x := x + 1; unlock(m) }
finally { assert x == 200 }
X
plays 0 '200 threads' 'i 57\n\ni58\nfinish inc[57]\nthreads\ninc 1\n' "$T/crowd.d"
says '^ *31-200  others'
says '187 more +wait'
says 'step 2  Inc\[57\]'
says 'Inc\[57\]  .*has ended'
plays 0 '200 threads to the end' 'random 100000\n' "$T/crowd.d"
says 'over after 800 steps'
model wide.d <<'X'
int x
Thread A { x := choose(0..999) }
Thread B { x := choose(0..999); assert x != 17 }
X
plays 10 'a thousand choices' 'enabled chooses 17\n1018\nstep b 5\nu 2\nstep b 17\nb\nb\n' "$T/wide.d"
says '^ *[0-9]+-1000  A .*more; `enabled A` lists them'
says '^ *1018  B .*chooses 17 '
says 'assert fails|violation'
model deep.d <<'X'
int x
Thread A { loop { x := 1 - x } }
X
plays 0 'a thread that never ends' 'finish a\nrandom 20000\ngoto 5\n' "$T/deep.d"
says 'has not ended after 10000 steps'
says 'after step 5; 29995 steps to redo'
plays 0 '--depth' '1\n1\n1\nhint\n' --depth 2 "$T/deep.d"
says 'limit on steps \(--depth\) is met'

# --- failures that only whole runs show ---
model race.d <<'X'
//! options: --races=error
int x
Thread(i in 1..2) A { x := 1 }
X
plays 12 'a race is a failure' 'hint\n1\n1\n' "$T/race.d"
says 'a data race'
says 'exit code 12'
model unread.d <<'X'
//! options: --unread=error
message M()
int x
Thread A { B ! M() }
Thread B { x := 1 }
X
plays 13 'an unread message is a failure' '1\n1\n' "$T/unread.d"
says 'M sent to B is never received'

# --- garbage ---
plays 0 'slips' 'udno\nstaet\nInc[3]\nInc[12345678901234567890]\n99\n0\n-1\nundo x\nredo\nundo\nrandom 0\nrandom 1000000000\nrun\nrun 1\ngoto\nre\nsave\nstep\nfoo bar\n1 2\n' tests/models/counter.d
says "did you mean 'undo'"
says "did you mean 'state'"
says 'There is no step 99; there are 1 to 2'
says 'nothing to undo'
says 'nothing to redo'
says "'re' is short for several commands: redo, restart"
silent 'internal|Sanitizer'
head -c 100000 /dev/urandom | tr '\n' x >"$T/noise"
{ printf '1\n'; cat "$T/noise"; printf '\n2\n'; cat "$T/noise"; } >"$T/in"
name='binary input' rc=
timeout $LIMIT "$DMC" sim tests/models/counter.d <"$T/in" >"$T/out" 2>"$T/err"; rc=$?
equal 'exit code' $rc 0
says 'too long|zero byte'
says 'step 2 '
if tr -d '\n' <"$T/out" | LC_ALL=C grep -q "$(printf '[\001-\037\177]')"; then not_ok 'control characters come through'; else ok; fi
name='a line of a million letters'
{ head -c 1000000 /dev/zero | tr '\0' a; printf '\n1\n'; } >"$T/in"
timeout $LIMIT "$DMC" sim tests/models/counter.d <"$T/in" >"$T/out" 2>"$T/err"; rc=$?
equal 'exit code' $rc 0
says 'too long'
says 'step 1 '
plays 0 'the input ends within a line' '1\nthre' tests/models/counter.d
says '^dmc> thre$'
says 'Inc\[1\]  9:27  can step'
plays 10 'lines that end in CR LF' '1\r\n2\r\n1\r\n\r\n' tests/models/counter.d
name='a closed stdin'
timeout $LIMIT "$DMC" sim tests/models/counter.d <&- >"$T/out" 2>"$T/err"; rc=$?
equal 'exit code' $rc 0
name='a directory as stdin'
timeout $LIMIT "$DMC" sim tests/models/counter.d <"$T" >"$T/out" 2>"$T/err"; rc=$?
equal 'exit code' $rc 0
name='/dev/full as stdout'
printf '1\n2\n' | timeout $LIMIT "$DMC" sim tests/models/counter.d >/dev/full 2>"$T/err"; rc=$?
equal 'exit code' $rc 70
complains 'could not be written'

# --- saving ---
plays 0 'a file that cannot be written' "save $T/no/such/file\n1\n" tests/models/counter.d
complains 'no/such/file'
says 'was not saved'
says 'step 1 '
plays 10 'save' "1\n2\n1\n1\nsave $T/lost run.trace\n" tests/models/counter.d
says '4 steps written to'
if [ -f "$T/lost run.trace" ]; then ok; else not_ok 'nothing was written'; fi
plays 10 '--trace' '1\n2\n1\n1\n' --trace "$T/end.trace" tests/models/counter.d
if [ -f "$T/end.trace" ]; then ok; else not_ok 'nothing was written'; fi

# --- Ctrl-C ends a script ---
model slow.d <<'X'
int x
Thread A { loop { int n; for k in 1..60000 { n := n + k }; x := 1 - x } }
X
name='Ctrl-C'
printf 'random 100000\nstate\n' >"$T/in"
timeout -s INT 1 "$DMC" sim "$T/slow.d" <"$T/in" >"$T/out" 2>"$T/err"; rc=$?
says 'interrupted'
silent '^dmc> state'

# --- looks ---
plays 0 'colours when asked for' '' --color=always tests/models/counter.d
says "$(printf '\033\\[1m')"
plays 0 '--width' 'help\nenabled\n' --width 40 tests/models/twophase.d
if awk 'length > 40 { bad = 1 } END { exit bad }' "$T/out"; then ok; else not_ok 'a line is too wide'; fi
plays 0 '--quiet' '' --quiet tests/models/counter.d
silent 'Goal'
finish
