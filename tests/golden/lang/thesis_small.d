//! expect: ok
//! expect naive: 30 executions
<"small" 3, x 1, l 2>
[x := 42]
<{2
  [
    if l[$] == 0
    if x == 0
  ]
}>
