#!/bin/sh
# make demo: checks the lost update and shows the counterexample. dmc exits with 10 here, which is the point.
dmc=${1:-build/dmc}
cd "$(dirname "$0")/.." || exit 1
echo '$ cat examples/01-counter.d'
grep -v '^//' examples/01-counter.d
echo
echo "\$ $dmc examples/01-counter.d"
"$dmc" examples/01-counter.d
rc=$?
echo
if [ $rc -ne 10 ]; then
  echo "demo: dmc ended with $rc; expected 10, a violated assertion" >&2
  exit 1
fi
cat <<TEXT
dmc found an interleaving in which an update is lost (exit code 10). Try next:
  $dmc examples/35-diners.d                      a deadlock, and who waits for whom
  $dmc examples/35-diners.d -D ORDERED=true      the same model, repaired
  $dmc examples/28-buffer.d -D BUG=true          'if' where 'while' is needed
  $dmc sim examples/01-counter.d                 you are the scheduler
  $dmc html examples/63-twophase.d -o page.html  the run as a page
  $dmc help                                      all commands and options
TEXT
