#!/bin/sh
# Harmony: all states, data races among the errors it looks for.
. "$(dirname "$0")/tool.inc"
tool harmony
from=$(now)
consts=
[ "$options" = - ] || consts=$(echo "$options" | tr , '\n' | sed 's/^/-c /' | tr '\n' ' ')
# shellcheck disable=SC2086
timeout "$limit" harmony --noweb $consts "$file" >"$out" 2>&1
[ $? = 124 ] && { echo "cut - - $(since "$from")"; exit 0; }
all=$(since "$from")
count=$(first '.*#states[: ]*\([0-9]*\).*')
[ -n "$count" ] || count=$(first '^[ *]*\([0-9]*\) states.*')
[ -n "$count" ] || wrong "no number of states for $file"
seconds=$(first '.*states.*(time[ =]*\([0-9.]*\).*')
verdict=fail
grep -qi 'no issues' "$out" && verdict=ok
echo "$verdict $count ${seconds:--} $all"
