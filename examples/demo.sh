#!/bin/sh
# make demo: checks the lost update and shows the counterexample. dmc exits with 10 here, which is the point.
dmc=${1:-build/dmc}
cd "$(dirname "$0")/.." || exit 1
echo '$ cat examples/counter.d'
grep -v '^//' examples/counter.d
echo
echo "\$ $dmc examples/counter.d"
"$dmc" examples/counter.d
rc=$?
echo
if [ $rc -ne 10 ]; then
  echo "demo: dmc ended with $rc; expected 10, a violated assertion" >&2
  exit 1
fi
cat <<TEXT
dmc found an interleaving in which an update is lost (exit code 10). Try next:
  $dmc examples/philosophers.d                    a deadlock, and who waits for whom
  $dmc examples/philosophers.d -D ORDERED=true    the same model, repaired
  $dmc examples/buffer.d -D BUG=true              'if' where 'while' is needed
  $dmc run examples/lockserver.d --seed 7         one random execution
  $dmc help                                       all commands and options
TEXT
