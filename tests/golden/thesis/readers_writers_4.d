//! expect: ok
//! expect naive: 630 executions
// 1 writer, 3 readers of 2 steps: 7! / (2! 2! 2!)
<"readers-writers" 4, x 1, l 3>
[x := 42]
<{3
  [
    if l[$] == 0
    if x == 0
  ]
}>
