//! expect stateful:reach -D N=3: deadlock
//! expect optimal -D N=3: deadlock
//! expect dc -D N=2: deadlock
// tk N: a token ring driven by demand. A station that its customer or the next station asks, and that has no token, asks the
// station before it; it serves its customer, and hands the token on when it is asked for it.
// After the token ring of Valmari, A State Space Tool for Concurrent System Models Expressed In C++, 2015; "tk" in table 1 of
// Herbreteau, Larroze-Jardiné, Point, Walukiewicz, Revisiting Stateful Partial-Order Reduction, 2024.
// Assumed: N customers and N stations, a cell between a customer and its station and one between two stations (the paper's 2N
// clients and 2N servers); station 0 has the token at first; loops unfolded once: a station hands the token on once, and asks once
// more for it when its customer came after that. Stations that nobody asks any more wait for ever, which is the deadlock.
// This is not the paper's model: N = 7 has 1355353 reachable states, the paper's tk 7 has 2892644.
param int N = 4
enum Cell { Idle, Wanted, Given, Done }
Cell[N] desk
Cell[N] ring

Thread(i in 0..N-1) Customer {
  desk[i] := Wanted
  await desk[i] == Given
  desk[i] := Done
}

Thread(i in 0..N-1) Station {
  int left = (i - 1) % N
  bool mine = false
  bool other = false
  either { await desk[i] == Wanted; mine := true }
  or { await ring[i] == Wanted; other := true }
  if i != 0 {
    ring[left] := Wanted
    for asked in 1..2 {
      either { await ring[left] == Given; break }
      or { await !mine && desk[i] == Wanted; mine := true }
      or { await !other && ring[i] == Wanted; other := true }
    }
  }
  if mine {
    desk[i] := Given
    await desk[i] == Done
  }
  if !other { await ring[i] == Wanted }
  ring[i] := Given
  if !mine {
    await desk[i] == Wanted
    ring[left] := Wanted
    await ring[left] == Given
    desk[i] := Given
    await desk[i] == Done
  }
}
