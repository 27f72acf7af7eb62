//! sync: next, marked
//! expect: ok
//! expect -D VALIDATE=false: violation
//! expect -D MARK=false: violation
//! expect -D ONE_LOCK=true: violation
//! expect -D CUT=true: violation
//! expect --races=error -D SEARCHERS=0: ok
//! expect naive -D MARK=false: violation
//! expect optimal -D REMOVERS=1: ok
//! expect dc -D VALIDATE=false: violation
//! expect lazy -D ONE_LOCK=true -D ADDERS=0: violation
//! expect stateful: ok
// 48. The lazy list.
//
// A set of numbers as a sorted list. One walks along it without any lock, then locks the two nodes that matter and looks whether
// they are still what they seemed: neighbours, and neither of them marked. Who removes a node marks it first (from then on it is out
// of the set) and unlinks it then. VALIDATE=false trusts the walk. MARK=false only unlinks: then a node is put behind one that is
// no longer in the list. ONE_LOCK locks only the first of the two. CUT clears the link of a removed node, and a search that
// stands there falls off the list. `member` is the set as it should be, changed in the very step that takes effect. Searching takes
// no lock and never starts over, whatever the others do.
// (S. Heller and others, A lazy concurrent list-based set algorithm, OPODIS 2005; Herlihy, Shavit, Art of Multiprocessor Programming, 9.7.)
//
// See: dmc 48-lazy_list.d -D MARK=false -D REMOVERS=1 -D SEARCHERS=0 --bfs
// Try: dmc 48-lazy_list.d -D ONE_LOCK=true -D ADDERS=0       what is in the list that should not be?
// Exercise: does add need both locks? Give it only the first, in a parameter of its own, and find out why or why not.
param int REMOVERS = 2  // they remove 2, and 1
param int ADDERS = 1    // adds 3
param int SEARCHERS = 1
param bool VALIDATE = true
param bool MARK = true
param bool ONE_LOCK = false
param bool CUT = false
const int TAIL = 5                   // node k holds the number k; 0 and 5 are the ends
int[TAIL] next = [1, 2, 4, 0, TAIL]  // the set is 1, 2, 4
bool[TAIL + 1] marked
mutex[TAIL + 1] m
bool[TAIL] member = [false, true, true, false, true]

void walk(int k, ref int pred, ref int curr) {
  pred := 0
  curr := next[0]
  while curr < k {
    pred := curr
    curr := next[curr]
  }
}

bool lock_both(int pred, int curr) {  // false if they are no longer what they seemed
  lock(m[pred])
  if !ONE_LOCK { lock(m[curr]) }
  if !VALIDATE { return true }
  return !marked[pred] && !marked[curr] && next[pred] == curr
}

void unlock_both(int pred, int curr) {
  if !ONE_LOCK { unlock(m[curr]) }
  unlock(m[pred])
}

void put(int k) {
  int pred = 0
  int curr = 0
  bool good = false
  while !good {
    walk(k, pred, curr)
    good := lock_both(pred, curr)
    if good && curr != k {
      next[k] := curr
      atomic {
        next[pred] := k
        member[k] := true
      }
    }
    unlock_both(pred, curr)
  }
}

void take(int k) {
  int pred = 0
  int curr = 0
  bool good = false
  while !good {
    walk(k, pred, curr)
    good := lock_both(pred, curr)
    if good && curr == k {
      atomic {
        if MARK { marked[k] := true }
        member[k] := false
      }
      next[pred] := next[k]
      if CUT { next[k] := TAIL }
    }
    unlock_both(pred, curr)
  }
}

bool search(int k) {
  int pred = 0
  int curr = 0
  walk(k, pred, curr)
  return curr == k && !marked[curr]
}

Thread(k in 1..REMOVERS) Remover { take(3 - k) }

Thread(i in 1..ADDERS) Adder { put(3) }

Thread(i in 1..SEARCHERS) Searcher {
  bool before = search(3)
  bool after = search(3)
  assert !before || after, "3 was there, and nobody removes it"
  bool always = search(4)
  assert always, "4 is always there"
}

finally {
  int n = next[0]
  bool[TAIL] found
  while n != TAIL {
    found[n] := true
    n := next[n]
  }
  assert found == member, "the list is not the set"
}
