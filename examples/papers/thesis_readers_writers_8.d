//! expect: ok
//! expect stateful:reach: ok
// 10. The same with 1 writer and 7 readers: 2^7 different traces, 2 * 3^7 = 4374 states.
<"readers-writers" 8, x 1, l 7>
[x := 42]
<{7
  [
    if l[$] == 0
    if x == 0
  ]
}>
