#!/bin/sh
# `--msc`: the chart stands below the trace of a check and of a run, fits the width, and changes nothing else.
. "$(dirname "$0")/common.inc"
exits 11 'a check' check tests/models/twophase.d --msc
says '^ +Coordinator +RM\[0\] +RM\[1\]$'
says '\|-+ Prepare\(\) -+>\|'; says '\* <[0-9]+ Prepare\(\)'; says '\? waits for Decide'
says 'receives what step n sent'
cp "$T/out" "$T/with"
exits 11 'the same without' check tests/models/twophase.d
diff "$T/out" "$T/with" | grep '^<' | grep -v 'result:' >"$T/lost"
if [ -s "$T/lost" ]; then not_ok '--msc changes other lines'; else ok; fi
silent 'receives what step n sent'
exits '10|20' 'a run' run tests/models/lockserver.d --seed 3 --msc
says '\|<-+ Acquire\(Worker\[2\]\) -+\|'; says '# holds a lock or is in a critical section'
exits 11 'locks' check tests/models/philosophers.d --msc
says '# +# +o locks fork\[2\]'
exits 14 'library calls' check tests/models/buffer.d -D BUG=true --msc
says 'o wait\(nonempty, m\)'
exits 14 'step by step' check tests/models/buffer.d -D BUG=true --msc --lib
says '\.> *\||\.>#|\.>\|'
exits 11 'JSON is one object' check tests/models/twophase.d --msc --json
silent '\|-+ Prepare'
exits 11 'quiet' check tests/models/twophase.d --msc --quiet
equal 'lines' "$(wc -l <"$T/out" | tr -d ' ')" 1
for width in 20 40 60 100 200; do
  exits 11 "width $width" check tests/models/twophase.d --msc --width $width
  sed -n '/^ *[CR][oM.][^ ]* .*RM/,/receives what step n/p' "$T/out" | sed '$d' | awk -v w=$width '{ if (length($0) > (w < 40 ? 40 : w)) bad = 1 } END { exit bad }' && ok ||
    not_ok 'a line is wider'
done
# Every model, seen on a random run: no crash, and no line beyond the width between the names and the legend.
for f in examples/*.d examples/papers/*.d; do
  exits '0|10|11|14|20' "a run of $f" run "$f" --seed 1 --msc --depth 60 --width 90
done
finish
