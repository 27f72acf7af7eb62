//! expect --sample 20 --seed 1: incomplete
// 9. A file in the older thesis form: one writer, 20 readers, 2^20 different traces and more than 3^20 states, so only
// samples of it run here. readers_writers_8_thesis.d is the same with 8 threads.
<"readers-writers" 21, x 1, l 20>
[x := 42]
<{20
  [
    if l[$] == 0
    if x == 0
  ]
}>
