#!/bin/sh
# Nidhugg: optimal DPOR under sequential consistency. FLAGS: --observers, --rf and the like instead of --optimal.
. "$(dirname "$0")/tool.inc"
tool nidhugg
tool nidhuggc
from=$(now)
# shellcheck disable=SC2046,SC2086
timeout "$limit" nidhuggc -std=c11 $(defines) -- --sc ${FLAGS:---optimal} "$file" >"$out" 2>&1
[ $? = 124 ] && { echo "cut - - $(since "$from")"; exit 0; }
all=$(since "$from")
count=$(first '^Trace count: \([0-9]*\).*')
[ -n "$count" ] || wrong "no trace count for $file"
blocked=$(first '^Assume-blocked trace count: \([0-9]*\).*')
[ -z "$blocked" ] || count=$count+$blocked
seconds=$(first '^Total wall-clock time: *\([0-9.]*\) *s.*')
verdict=ok
grep -q '^No errors were detected' "$out" || verdict=fail
echo "$verdict $count ${seconds:--} $all"
