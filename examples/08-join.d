//! expect: ok
//! expect -D EARLY=true: violation
//! expect -D SHARED=true: violation
//! expect naive -D SIZE=2: 5 executions
//! expect optimal: 1 executions
//! expect dc -D SIZE=8: 1 executions
//! expect observers -D EARLY=true: violation
//! expect stateful -D SIZE=8: ok
// 08. Fork and join.
//
// A sum by divide and conquer: each thread starts two more for the two halves, waits for their end and adds what they found. The
// threads share nothing while they run, so all interleavings are equivalent: optimal needs 1 execution where naive needs
// 4,618,875. EARLY reads the halves before the children have ended. SHARED lets all leaves add to one variable: that is 01 again,
// and join does not help.
//
// See: dmc 08-join.d -D EARLY=true                the parent reads 0 where its child has not written yet
// Try: dmc 08-join.d -D SIZE=8 --algo dc --all    one execution, whatever the size
// Exercise: join only one child and compute the other half in the thread itself. How many threads are saved?
param int SIZE = 4
param bool EARLY = false
param bool SHARED = false
int[2 * SIZE] result  // result[node], node 1 is the root, 2n and 2n+1 are the children of n
int total

Thread(int node, int low, int high) Sum {
  if low == high {
    if SHARED { total := total + low }
    result[node] := low
  } else {
    int middle = (low + high) / 2
    pid left = spawn Sum(2 * node, low, middle)
    pid right = spawn Sum(2 * node + 1, middle + 1, high)
    if !EARLY {
      join left
      join right
    }
    result[node] := result[2 * node] + result[2 * node + 1]
  }
}

Thread Main {
  join spawn Sum(1, 1, SIZE)
  assert result[1] == SIZE * (SIZE + 1) / 2, "the sum is wrong"
  if SHARED { assert total == result[1], "the shared sum is wrong" }
}
