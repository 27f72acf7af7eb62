//! sync: top, hazard
//! expect: ok
//! expect -D RECHECK=false: violation
//! expect -D SCAN=false: violation
//! expect -D CLEAR=true: violation
//! expect naive -D RECHECK=false: violation
//! expect optimal: ok
//! expect source -D SCAN=false: violation
//! expect observers -D RECHECK=false: violation
//! expect lazy -D CLEAR=true: violation
//! expect stateful: ok
// 50. Hazard pointers.
//
// Treiber's stack (46) without tags, and popped nodes are given back to be used for something else. But somebody may still be looking at
// one. So before looking at a node one publishes that: hazard[i] := node; and then asks again whether it is still the top,
// for it may have been popped, and even freed, before the hazard could be seen. Who pops a node keeps it in a list of his own
// until no hazard points to it, and nobody waits for anybody.
// RECHECK=false does not ask again. SCAN=false frees at once. CLEAR=true withdraws the hazard before the cas: then nothing that
// was freed is looked at, but the node can come back as the top, and 46's ABA is there again.
// (M. Michael, Hazard pointers, IEEE TPDS 2004; C++26 has them.)
//
// See: dmc 50-hazard.d -D RECHECK=false --bfs
// Try: dmc 50-hazard.d -D THREADS=3 -D RETURN=false
// Exercise: how many popped nodes can at most be left unfreed at the end, with T threads? Assert it in `finally`.
param int THREADS = 2
param bool RETURN = true
param bool RECHECK = true
param bool SCAN = true
param bool CLEAR = false
const int NODES = 2
int top = 1
int[NODES + 1] next
bool[NODES + 1] freed
int[THREADS + 1] hazard  // the node that thread i looks at; 0 is nil
int[NODES + 1] spec      // the stack as it should be, from bottom to top
int height = NODES

init {
  for n in 1..NODES {
    if n < NODES { next[n] := n + 1 }
    spec[n] := NODES + 1 - n
  }
}

int pop(int i) {
  loop {
    int n = top
    if n == 0 { return 0 }
    hazard[i] := n
    if !RECHECK || top == n {
      int below = 0
      atomic {
        assert !freed[n], "looks at a node that was freed"
        below := next[n]
      }
      if CLEAR { hazard[i] := 0 }
      atomic {
        if cas(top, n, below) {
          spec[height] := 0
          height -= 1
          assert below == spec[height], "what comes to the top is not on the stack"
          return n
        }
      }
    }
  }
}

void push(int n) {
  bool done = false
  while !done {
    int t = top
    next[n] := t
    atomic {
      done := cas(top, t, n)
      if done {
        height += 1
        spec[height] := n
      }
    }
  }
}

void retire(int i, ref set<int> old, int n) {  // old: what thread i has popped and not yet freed
  hazard[i] := 0
  add(old, n)
  set<int> seen
  if SCAN {
    for j in 1..THREADS { add(seen, hazard[j]) }
  }
  for k in 1..NODES {
    if contains(old, k) && !contains(seen, k) {
      atomic { freed[k] := true }
      remove(old, k)
    }
  }
}

void again(int n) {
  atomic { freed[n] := false }
  push(n)
}

Thread(i in 1..THREADS) User {
  set<int> old
  int a = pop(i)
  if a != 0 {
    retire(i, old, a)
    int b = pop(i)
    if b != 0 { retire(i, old, b) }
    if RETURN && !contains(old, a) { again(a) }
  }
  hazard[i] := 0
}
cover kept: exists(i in 1..THREADS : hazard[i] != 0 && hazard[i] != top)
