//! expect: ok
//! expect -D HOLD=None: violation
//! expect -D HOLD=One: violation
//! expect -D ORDERED=false: deadlock
//! expect naive -D AUDIT=false -D HOLD=None: violation
//! expect optimal: ok
//! expect dc: ok
//! expect lazy -D HOLD=One: violation
//! expect stateful:reach -D ORDERED=false: deadlock
// 05. Moving money.
//
// Two transfers in opposite directions, and an auditor who adds up all accounts. With HOLD=None updates are lost, as in
// 01. With HOLD=One each account is changed under its own lock: nothing is lost any more, but the auditor can look while the money is
// on its way, in no account. Both locks must be held together. Then their order matters: with ORDERED=false each transfer takes
// the lock of its source first, and they wait for each other.
//
// See: dmc 05-transfer.d -D HOLD=One           the books are right at the end, yet the auditor saw a sum that never was
//      dmc 05-transfer.d -D ORDERED=false      who waits for whom
// Try: dmc 05-transfer.d -D ACCOUNTS=3         a ring of three transfers
// Exercise: the transfer checks nothing. Refuse it when the source has too little, and add `invariant` that no balance is negative.
enum Locks { None, One, Both }
param int ACCOUNTS = 2
param Locks HOLD = Both
param bool ORDERED = true
param bool AUDIT = true
const int START = 10
int[ACCOUNTS] balance
mutex[ACCOUNTS] m
init { for a in 0..ACCOUNTS-1 { balance[a] := START } }

void change(int a, int by) {
  if HOLD == One { lock(m[a]) }
  balance[a] := balance[a] + by
  if HOLD == One { unlock(m[a]) }
}

Thread(i in 0..ACCOUNTS-1) Transfer {
  int from = i
  int to = (i + 1) % ACCOUNTS
  int first = from
  int second = to
  if ORDERED {
    first := min(from, to)
    second := max(from, to)
  }
  if HOLD == Both {
    lock(m[first])
    lock(m[second])
  }
  change(from, -(i + 1))
  change(to, i + 1)
  if HOLD == Both {
    unlock(m[second])
    unlock(m[first])
  }
}

Thread Auditor {
  if AUDIT {
    int total = 0
    if HOLD != None {
      for a in 0..ACCOUNTS-1 { lock(m[a]) }
    }
    for a in 0..ACCOUNTS-1 { total += balance[a] }
    if HOLD != None {
      for a in 0..ACCOUNTS-1 { unlock(m[a]) }
    }
    assert total == ACCOUNTS * START, "the auditor missed money"
  }
}
finally {
  assert sum(a in 0..ACCOUNTS-1 : balance[a]) == ACCOUNTS * START, "money was lost or made"
}
