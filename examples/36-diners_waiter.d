//! expect: ok
//! expect -D SEATS=4: deadlock
//! expect -D SEATS=1: cover
//! expect -D CARELESS=true: violation
//! expect stateful: ok
//! expect optimal -D SEATS=4: deadlock
//! expect stateful:reach -D N=3: cover
// 36. Philosophers with a waiter, who lets at most N - 1 of them sit down (Hoare, Communicating Sequential Processes, 1985,
// 2.5.3: the footman, an idea of Scholten's). With one chair free, somebody's neighbour does not compete for his fork.
// See: the invariant says what forks are for, the cover that the waiter is not too strict: two can eat at once.
// Try: `dmc 36-diners_waiter.d -D SEATS=4`: one seat too many, and the deadlock of 35 is back.
// `-D SEATS=1`: nothing bad happens, and nothing good: dmc reports the cover that no run reaches. `-D N=3` does too; why?
// `-D CARELESS=true`: forks are variables that one tests and then takes. What does the waiter not protect?
// Exercise: find the least SEATS at which two can eat at once for N=4, 5, 6. Is it always the same?
import std.sync
param int N = 4
param int SEATS = N - 1
param bool CARELESS = false
sem seats = sem(SEATS)
bool[N] taken
bool[N] eating
void take(int f) {
  if CARELESS {
    await !taken[f]
    taken[f] := true
  } else {
    atomic { await !taken[f]; taken[f] := true }
  }
}
Thread(i in 0..N-1) Philosopher {
  down(seats)
  take(i)
  take((i + 1) % N)
  eating[i] := true
  eating[i] := false
  taken[i] := false
  taken[(i + 1) % N] := false
  up(seats)
}
invariant forks: !exists(i in 0..N-1 : eating[i] && eating[(i + 1) % N])
cover together: exists(i in 0..N-1, j in i+1..N-1 : eating[i] && eating[j])
