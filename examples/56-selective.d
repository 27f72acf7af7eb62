//! expect: ok
//! expect -D SELECTIVE=false: violation
//! expect naive: ok
//! expect optimal: 6 executions
//! expect observers: 1 executions
//! expect dc: 1 executions
//! expect stateful:reach -D SELECTIVE=false: violation
// 56. Selective receive.
//
// N workers send their results to a collector that wants them in order. A mailbox keeps what arrives in the order of arrival,
// which is anybody's guess; but `Result(=i, v)` takes the oldest message *from i*, and leaves the others where they are. So
// the collector needs no table for those that come early. With SELECTIVE=false it takes whatever comes first for the next one.
// No receive can tell in which order the messages came: N! orders of arrival are one and the same to the program.
// (Aronis, Jonsson, Lang, Sagonas, Optimal dynamic partial order reduction with observers, TACAS 2018.)
//
// See: dmc 56-selective.d -D SELECTIVE=false
// Try: dmc 56-selective.d -D N=6 --algo optimal      720 orders; with --algo observers or dc one
// Exercise: let the collector take the results two by two, in any order within a pair. How many executions has `observers` for N=4?
param int N = 3
param bool SELECTIVE = true
message Result(int from, int value)

Thread(i in 1..N) Worker { Collector ! Result(i, i * i) }

Thread Collector {
  for i in 1..N {
    if SELECTIVE {
      receive { Result(=i, v) => { assert v == i * i } }
    } else {
      receive { Result(_, v) => { assert v == i * i, "a result of somebody else" } }
    }
  }
}
