//! sync: top, next
//! expect: ok
//! expect -D TAGGED=false: violation
//! expect -D TAGGED=false -D REUSE=false: ok
//! expect -D TAGS=3: violation
//! expect naive -D TAGGED=false: violation
//! expect optimal: ok
//! expect source -D TAGGED=false: violation
//! expect dc -D TAGS=3: violation
//! expect lazy -D TAGGED=false -D REUSE=false: ok
//! expect stateful: ok
// 46. Treiber's stack, and ABA.
//
// A linked list; push and pop swing `top` with cas. Pop reads top, then the node below it, then says: if top is still that node, let it
// be the one below. "Still that node" is not "nothing has happened": others may have popped A, popped B and pushed A again.
// The cas succeeds and puts B on the stack, which somebody else holds. A tag that counts the changes of top sees that (TAGGED),
// unless it wraps around in time (TAGS=3); so does never using a node again (REUSE=false), which is what garbage collection gives.
// `spec` is the stack as it should be. It is changed in the very step that takes effect, so it is no help to the algorithm.
// (R. K. Treiber, IBM RJ 5118, 1986; IBM System/370 Principles of Operation, 1983, appendix A, has the tag.)
//
// See: dmc 46-treiber.d -D TAGGED=false --bfs        A is node 1: where does it come back?
// Try: dmc 46-treiber.d -D TAGGED=false -D REUSE=false -D THREADS=3
// Exercise: how many changes does it take to fool a tag? What does that say about tags of 16 bits beside a 48 bit pointer?
param int THREADS = 2
param int TAGS = 256
param bool TAGGED = true
param bool REUSE = true
const int NODES = 2 + THREADS  // 1 and 2 are on the stack at first; 0 is nil; the others are new ones
record Top { int node, int tag }
Top top = Top(1, 0)
int[NODES + 1] next
int[NODES + 1] spec  // spec[1..height], from bottom to top
int height

init {
  next[1] := 2
  spec[1] := 2
  spec[2] := 1
  height := 2
}

bool swing(Top old, int node) {  // top from old to node, if it is old
  int tag = 0
  if TAGGED { tag := (old.tag + 1) % TAGS }
  return cas(top, old, Top(node, tag))
}

void push(int n) {
  bool done = false
  while !done {
    Top t = top
    next[n] := t.node
    atomic {
      done := swing(t, n)
      if done {
        height += 1
        spec[height] := n
      }
    }
  }
}

int pop() {
  loop {
    Top t = top
    if t.node == 0 { return 0 }
    int below = next[t.node]
    atomic {
      if swing(t, below) {
        assert height > 0 && spec[height] == t.node, "popped what is not on top"
        spec[height] := 0
        height -= 1
        assert below == spec[height], "what comes to the top is not on the stack"
        return t.node
      }
    }
  }
}

Thread(i in 1..THREADS) User {
  int a = pop()
  int b = pop()
  if a != 0 {
    if REUSE { push(a) } else { push(2 + i) }
  }
}

finally {
  int n = top.node
  for i in 0..height {
    assert n == spec[height - i], "the list is not the stack"
    n := next[n]
  }
}
