//! expect: ok
//! expect -D LOCKING=unordered: deadlock
//! expect -D LOCKING=early: violation
//! expect -D LOCKING=early -D AUDITS=0: ok
//! expect -D LOCKING=retry: ok
//! expect -D LOCKING=retry --progress=fair: violation progress
//! expect optimal: ok
//! expect dc: ok
//! expect -D LOCKING=unordered -D AUDITS=0: deadlock
//! expect naive -D LOCKING=unordered: deadlock
//! expect stateful:reach -D LOCKING=early: violation
// 42. A bank with a lock on each account. A transfer changes two accounts and an audit adds up all; to everybody else each of
// them has to look as if it happened at once. Two-phase locking (Eswaran, Gray, Lorie, Traiger, CACM 1976) gives
// just that: first all the locks one needs, then the work, then unlock; never a lock after an unlock.
// See: `dmc 42-bank.d` is right: two phases, and locks in the order of the accounts.
// `-D LOCKING=unordered`: first the account that pays. A transfer and the audit wait for each other, or transfers in a
// circle, as the diners of 35 do (`-D AUDITS=0`).
// `-D LOCKING=early`: never two locks at once, so no deadlock, and no two phases: an audit sees money that is nowhere.
// With `-D AUDITS=0` nobody notices, since transfers alone lose nothing. That is how such a bug gets into production.
// `-D LOCKING=retry`: who does not get the second lock gives the first one back. Add `--progress=fair`; compare 37.
// Try: `-D N=4`.
// Exercise: let the audit unlock each account as soon as it has read it. Then let it also lock each only when it gets there.
enum Locking { ordered, unordered, early, retry }
param Locking LOCKING = ordered
param int N = 3
param int AUDITS = 1
const int START = 10
mutex[N] m
int[N] balance
init { for i in 0..N-1 { balance[i] := START } }

void lock_both(int from, int to) {
  if LOCKING == unordered || LOCKING == retry {
    lock(m[from])
    if LOCKING == unordered { lock(m[to]) }
    else {
      while !trylock(m[to]) {
        unlock(m[from])
        lock(m[from])
      }
    }
  } else {
    lock(m[min(from, to)])
    lock(m[max(from, to)])
  }
}
void transfer(int from, int to, int sum) {
  if LOCKING == early { lock(m[from]) } else { lock_both(from, to) }
  balance[from] -= sum
  if LOCKING == early {
    unlock(m[from])
    lock(m[to])
  }
  balance[to] += sum
  if LOCKING != early { unlock(m[from]) }
  unlock(m[to])
}
Thread(i in 0..N-1) Customer { transfer(i, (i + 1) % N, i + 1) }
Thread(a in 1..AUDITS) Audit {
  int total = 0
  for i in 0..N-1 { lock(m[i]) }
  for i in 0..N-1 { total += balance[i] }
  for i in 0..N-1 { unlock(m[i]) }
  assert total == N * START, "money came or went"
}
finally {
  assert sum(i in 0..N-1 : balance[i]) == N * START
  assert balance[0] == START + N - 1, "a transfer was lost"
}
