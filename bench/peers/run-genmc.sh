#!/bin/sh
# GenMC under sequential consistency.
. "$(dirname "$0")/tool.inc"
tool genmc
from=$(now)
# shellcheck disable=SC2046,SC2086
timeout "$limit" genmc -sc -disable-estimation -disable-sr -disable-ipr ${FLAGS:-} -- -DHAVE_ASSUME $(defines) "$file" \
  >"$out" 2>&1
[ $? = 124 ] && { echo "cut - - $(since "$from")"; exit 0; }
all=$(since "$from")
count=$(first '^Number of complete executions explored: \([0-9]*\).*')
[ -n "$count" ] || wrong "no number of executions for $file"
blocked=$(first '^Number of blocked executions[^:]*: \([0-9]*\).*')
[ -z "$blocked" ] || [ "$blocked" = 0 ] || count=$count+$blocked
seconds=$(first '^Total wall-clock time: *\([0-9.]*\)s.*')
verdict=fail
grep -q 'No errors were detected\|Verification complete' "$out" && verdict=ok
echo "$verdict $count ${seconds:--} $all"
