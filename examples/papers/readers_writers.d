//! expect naive -D N=4: ok
//! expect naive -D N=4: 105 executions
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal -D N=2: 2 executions
//! expect optimal -D N=4: 8 executions
//! expect optimal -D N=8: 128 executions
//! expect optimal -D N=12: 2048 executions
//! expect lazy -D N=2: 2 executions
//! expect lazy -D N=4: 8 executions
//! expect lazy -D N=8: 128 executions
//! expect lazy -D N=12: 2048 executions
//! expect observers -D N=2: 2 executions
//! expect observers -D N=4: 8 executions
//! expect observers -D N=8: 128 executions
//! expect observers -D N=12: 2048 executions
//! expect dc -D N=2: 2 executions
//! expect dc -D N=4: 8 executions
//! expect dc -D N=8: 128 executions
//! expect dc -D N=12: 2048 executions
//! expect lazy:thesis: ok
//! expect lazy:thesis -D N=2: 2 executions
//! expect lazy:thesis -D N=4: 8 executions
//! expect lazy:thesis -D N=8: 128 executions
//! expect lazy:thesis -D N=12: 2048 executions
//! expect dc:paper -D N=4: 8 executions
// readers_writers(N): N threads, one writes x and the others read it, once each.
// Metzler, Lazy POR, thesis TU Darmstadt 2014, 6.3.1.
// Classes: 2^(N-1), each reader before or after the write; also with observers and by reads-from.
param int N = 4
int x

Thread() Writer { x := 1 }
Thread() Reader { _ := x }

Thread Main {
  spawn Writer()
  for i in 1..N-1 { spawn Reader() }
}
