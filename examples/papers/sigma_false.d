//! expect naive -D N=2: ok
//! expect naive -D N=2: 31 executions
//! expect stateful:reach -D N=3: ok
//! expect dpor -D N=3: ok
//! expect source -D N=3: ok
//! expect lazy -D N=3: ok
//! expect dc -D N=3: ok
//! expect optimal -D N=2: 3 executions
//! expect optimal -D N=4: 105 executions
//! expect optimal -D N=5: 945 executions
//! expect optimal -D N=6: 10395 executions
//! expect lazy -D N=2: 3 executions
//! expect lazy -D N=4: 105 executions
//! expect lazy -D N=5: 945 executions
//! expect lazy -D N=6: 10395 executions
//! expect observers -D N=2: 2 executions
//! expect observers -D N=4: 24 executions
//! expect observers -D N=5: 120 executions
//! expect observers -D N=6: 720 executions
//! expect naive -D N=2 -D FINALCHECK=true: violation
//! expect optimal -D N=3 -D FINALCHECK=true: violation
//! expect lazy -D N=3 -D FINALCHECK=true: violation
//! expect observers -D N=3 -D FINALCHECK=true: violation
//! expect dc -D N=2: 2 executions
//! expect dc -D N=4: 24 executions
//! expect dc -D N=5: 120 executions
//! expect dc -D N=6: 720 executions
//! expect dc -D N=3 -D FINALCHECK=true: violation
//! expect dc:paper -D N=4: 24 executions
// sigma_false(N): main sets an index and spawns a thread that marks array[index], N times. A thread that is late reads an
// index meant for a later thread.
// From SV-COMP; Chalupa et al., Data-centric DPOR, POPL 2018, table 4c.
// Mazurkiewicz classes: (2N-1)!! = 1 * 3 * 5 * ... * (2N-1). Observer and reads-from classes: N!, since nobody
// reads the array. The table of 2018 has 16 for N=6, which is less.
// FINALCHECK: main also sums the array and claims that all of it is marked, which is wrong.
param int N = 4
param bool FINALCHECK = false
int[N] array
int array_index

Thread() Worker {
  int k = array_index
  array[k] := 1
}

Thread Main {
  pid[N] t
  array_index := -1
  for i in 0..N-1 {
    array_index := i
    t[i] := spawn Worker()
  }
  for i in 0..N-1 { join t[i] }
  if FINALCHECK {
    int s = 0
    for i in 0..N-1 { s := s + array[i] }
    assert s == N
  }
}
