#!/bin/sh
# The command line: commands, options, defaults, what goes where.
. "$(dirname "$0")/common.inc"
exits 64 'an unknown option' check --algoo naive tests/models/counter.d
complains '\-\-algo'
exits 64 'an unknown algorithm' check --algo naiv tests/models/counter.d
complains 'naive'
exits 64 'an option without its value' check tests/models/counter.d --time
exits 64 'a value that is no time' check --time soon tests/models/counter.d
exits 64 'a value that is no size' check --mem lots tests/models/counter.d
exits 64 'a value that is no number' check --depth many tests/models/counter.d
exits 64 'an unknown command' chekc tests/models/counter.d
complains 'check'
exits 64 'no arguments'
exits '64|65' 'an unknown name in -D' check -D M=3 tests/models/counter.d
complains 'M'
exits '64|65' 'a value of the wrong type in -D' check -D N=true tests/models/counter.d
exits '64|65' 'a -D without value' check -D N tests/models/counter.d
exits 0 'help' help
says 'check'
exits 0 '--help' --help
exits 0 '--version' --version
for topic in check run fmt test explain; do exits 0 "help $topic" help $topic; done
exits 64 'help of nothing known' help wibble

exits 10 'dmc FILE is dmc check FILE' tests/models/counter.d
cp "$T/out" "$T/first"
exits 10 'dmc check FILE' check tests/models/counter.d
sed 's/ [0-9.]* *s$//; s/[0-9.]*$//' "$T/first" >"$T/a"; sed 's/ [0-9.]* *s$//; s/[0-9.]*$//' "$T/out" >"$T/b"
if cmp -s "$T/a" "$T/b"; then ok; else not_ok 'two ways to say the same differ'; fi
exits 10 'options after the file' check tests/models/counter.d --algo naive -D N=3
last_line ' naive '
exits 10 '--option=value' check --algo=naive tests/models/counter.d
exits 10 'a file after --' check --algo naive -- tests/models/counter.d
exits 0 '-D turns the model' check -D ORDERED=true tests/models/philosophers.d
exits 10 '--quiet' check --quiet tests/models/counter.d
equal 'lines with --quiet' "$(wc -l <"$T/out" | tr -d ' ')" 1
exits 10 '--color=never' check --color=never tests/models/counter.d
silent "$(printf '\033')"
exits 10 '--color=always' check --color=always tests/models/counter.d
exits 10 '--dump goes with check' check --dump=ast tests/models/counter.d
exits 0 '--dump=bytecode' check -D ORDERED=true --dump=bytecode tests/models/philosophers.d
either 'lock'
exits 10 '--full' check --full tests/models/counter.d
exits 14 '--lib' check --lib -D BUG=true tests/models/buffer.d
says 'std\.sync:'

# One random execution; the seed fixes it.
exits '0|10|11|14|20' 'dmc run' run --seed 3 tests/models/peterson.d
cp "$T/out" "$T/first"
exits '0|10|11|14|20' 'dmc run again' run --seed 3 tests/models/peterson.d
sed '/^result/d' "$T/first" >"$T/a"; sed '/^result/d' "$T/out" >"$T/b"
if cmp -s "$T/a" "$T/b"; then ok; else not_ok 'the same seed gives another run'; fi

# Same input, same bytes (times apart).
for m in philosophers buffer twophase; do
  exits '0|10|11' "$m, first time" check tests/models/$m.d
  sed 's/  [0-9.]* s$//' "$T/out" >"$T/a"
  exits '0|10|11' "$m, second time" check tests/models/$m.d
  sed 's/  [0-9.]* s$//' "$T/out" >"$T/b"
  if cmp -s "$T/a" "$T/b"; then ok; else not_ok 'two runs differ'; fi
done

# dmc test: expectations, one of them wrong.
mkdir "$T/dir"
cp tests/models/counter.d "$T/dir/"
model dir/wrong.d <<'X'
//! expect: deadlock
int x
Thread A { x := 1 }
X
exits 1 'a folder with one wrong expectation' test "$T/dir"
either 'wrong\.d'
last_line '^[0-9]+ passed, 1 failed'
rm "$T/dir/wrong.d"
exits 0 'the folder without it' test "$T/dir"
last_line ' passed, 0 failed'
model dir/diag.d <<'X'
//! expect: diagnostic 2:12 unknown
Thread A { y := 1 }
X
exits 0 'an expected diagnostic' test "$T/dir/diag.d"
model dir/runs.d <<'X'
//! expect naive: 6 executions
int x
Thread(i in 1..2) A { x := x + 1 }
X
exits 0 'an expected number of executions' test "$T/dir/runs.d"
sed 's/6 exec/7 exec/' "$T/dir/runs.d" >"$T/dir/runs7.d"
exits 1 'a wrong number of executions' test "$T/dir/runs7.d"
either '6'
exits '64|66' 'dmc test of nothing' test "$T/nowhere"
# What people type: the answer tells what to do.
answers() { # PATTERN ARGUMENTS...
  pattern=$1
  shift
  exits '64|66' "dmc $*" "$@"
  complains "$pattern"
  equal 'lines' "$(wc -l <"$T/err" | tr -d ' ')" 1
}
m=examples/01-counter.d
answers "did you mean '--algo'" --alg naive $m
answers "did you mean 'dpor'" $m --algo dpo
answers 'dmc bench FILE --algo optimal,dc' $m --algo optimal,dc
answers "did you mean 'check'" chek $m
answers 'the command comes first: `dmc check' --all check $m
answers '^dmc: option --time needs a value: --time 60s' $m --time
answers "'min' does not belong here" $m --time 5 min
answers 'as in -D N=3' $m -DN = 3
answers 'as in -D N=3' $m -D N
answers 'to set a parameter of the model: -D N=3' $m N=3
answers 'to set a parameter of the model: -D N=3' $m --N=3
answers "did you mean '-D name=value'" $m --param N=3
answers "no const or param 'M'; it has N" $m -D M=3
answers 'one model at a time, not .*counter.d. and .*abp.d' $m examples/61-abp.d
answers 'is a directory; `dmc test examples`' examples
answers 'from 1 to 256' $m --jobs 0
answers 'from 1 to 1024' test $m --jobs 0
answers 'dmc help expect' $m --expect
answers "did you mean '--quiet'" $m -q
answers "did you mean '--jobs n'" $m -j4
answers "did you mean '--time 60s'" $m --timeout 5
answers "did you mean 'dmc --version'" -v
answers 'only `dmc fmt -` reads standard input' check -
answers 'no such file' check "$T/none.d"
answers '`dmc check` reads models' replay $m
for c in run sim html graph bench; do answers "which file\? \`dmc $c FILE" $c; done
for c in check run sim replay html graph bench fmt test; do
  exits 0 "dmc $c -h" $c -h
  says "^usage: dmc $c "
done
for a in -h --help; do
  exits 0 "dmc help $a" help $a
  says '^commands:'
done
finish
