//! expect: ok
//! expect naive: ok
//! expect stateful:reach: ok
// 2. Peterson's lock for two threads. `critical cs` fails if both are ever inside; `await` waits in one step.
bool[2] flag
int turn
Thread(i in 0..1) P {
  for round in 1..2 {
    flag[i] := true
    turn := 1 - i
    await !flag[1 - i] || turn == i
    critical cs { skip }
    flag[i] := false
  }
}
