// trylock never blocks: success is an acquire.
//! expect: ok
//! expect naive: 4 executions
mutex m
int got
Thread(i in 0..1) T { if trylock(m) { got := 1 } }
finally { assert got == 1 }
