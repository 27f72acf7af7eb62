#!/bin/sh
# Concuerror: optimal DPOR with observers (FLAGS: --use_receive_patterns false turns them off). The function n4 of the module is N=4.
. "$(dirname "$0")/tool.inc"
tool concuerror
from=$(now)
cd "$work" || exit 1
# shellcheck disable=SC2086
timeout "$limit" concuerror -f "$file" -m "$(basename "$file" .erl)" -t "n$(size)" --keep_going true -o concuerror.report ${FLAGS:-} \
  >"$out" 2>&1
rc=$?
[ $rc = 124 ] && { echo "cut - - $(since "$from")"; exit 0; }
all=$(since "$from")
cat concuerror.report >>"$out" 2>/dev/null
count=$(first '.*errors, \([0-9]*\)\/[0-9]* interleavings explored.*')
[ -n "$count" ] || wrong "no number of interleavings for $file"
verdict=ok
[ $rc = 0 ] || verdict=fail
echo "$verdict $count - $all"
