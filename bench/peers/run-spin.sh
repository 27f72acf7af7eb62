#!/bin/sh
# Spin: an exhaustive search for deadlocks and failed assertions, with its own reduction, up to the first error.
. "$(dirname "$0")/tool.inc"
tool spin
from=$(now)
cd "$work" || exit 1
rm -f pan pan.?
# shellcheck disable=SC2046
spin -a $(defines) "$file" >"$out" 2>&1 || wrong "spin cannot read $file"
${CC:-gcc} -O2 -DSAFETY -DMEMLIM="${MEMLIM:-4000}" -o pan pan.c 2>"$out" || wrong "the verifier does not compile"
start=$(now)
timeout "$limit" ./pan -m1000000 >"$out" 2>&1
[ $? = 124 ] && { echo "cut - - $(since "$from")"; exit 0; }
seconds=$(since "$start") all=$(since "$from")
states=$(first '^ *\([0-9.e+]*\) states, stored.*')
errors=$(first '.*errors: \([0-9]*\).*')
[ -n "$states" ] && [ -n "$errors" ] || wrong "no figures from the verifier of $file"
states=$(awk "BEGIN { printf \"%.0f\", $states }" </dev/null)
verdict=ok
[ "$errors" = 0 ] || verdict=fail
if grep -q 'max search depth too small\|out of memory\|memory limit' "$out"; then verdict=cut; fi
echo "$verdict $states $seconds $all"
