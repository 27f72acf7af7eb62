//! sync: next, head, tail
//! expect: ok
//! expect -D LINK=false: violation
//! expect -D RECHECK=false: ok
//! expect -D CRASHES=1: ok
//! expect -D CRASHES=1 --progress=fair: ok
//! expect -D CRASHES=1 -D HELP=false --progress=fair: violation progress
//! expect naive -D TAKERS=0: ok
//! expect optimal -D TAKERS=0: ok
//! expect source -D LINK=false: violation
//! expect lazy -D LINK=false: violation
//! expect stateful: ok
// 47. The queue of Michael and Scott.
//
// A linked list from head to tail; the node at the head is a dummy, its value is gone. Put links its node behind the last one by cas
// and then swings the tail to it. In between the tail lags. Who finds it lagging helps to swing it, so nobody ever waits for
// anybody: that is lock-freedom, and it can be checked. Let a thread crash anywhere: the others still end. With HELP=false they
// go round for ever when a thread dies between its two cas. LINK=false links with a plain write, and a put is lost. RECHECK=false leaves
// out "is this still the head?", and nothing happens: see the exercise. `spec` is the queue as it should be.
// (M. Michael, M. Scott, PODC 1996, figure 1; without the counters, since here nodes are not used again. Java has it.)
//
// See: dmc 47-ms_queue.d -D CRASHES=1 -D HELP=false --progress=fair
// Try: dmc 47-ms_queue.d -D TAKES=2 -D PUTTERS=3
// Exercise: the paper asks again because there a node that was taken is used again. Use it again here; let dmc show what goes wrong,
//           then put the counters of the paper (the tags of 46) beside next, head and tail.
param int PUTTERS = 2
param int TAKERS = 1
param int TAKES = 2
param int CRASHES = 0
param bool LINK = true
param bool HELP = true
param bool RECHECK = true
const int DUMMY = PUTTERS + 1
int[PUTTERS + 2] next  // node i carries the value i; 0 is nil
int head = DUMMY, tail = DUMMY
queue<int> spec

fault crash Putter <= CRASHES

bool link(int last, int n) {
  atomic {
    if LINK {
      if !cas(next[last], 0, n) { return false }
    } else {
      next[last] := n
    }
    push(spec, n)
  }
  return true
}

void put(int n) {
  loop {
    int last = tail
    int after = next[last]
    if after == 0 {
      if link(last, n) {
        cas(tail, last, n)
        return
      }
    } else {
      if HELP { cas(tail, last, after) }
    }
  }
}

int take() {
  loop {
    int first = head
    int last = tail
    int after = 0
    bool empty = false
    atomic {
      after := next[first]
      empty := len(spec) == 0
    }
    if !RECHECK || head == first {
      if after == 0 {
        assert empty, "not empty, and said to be"
        return 0
      }
      if first == last { cas(tail, last, after) } else {
        atomic {
          if cas(head, first, after) {
            assert len(spec) > 0 && pop(spec) == after, "not the oldest"
            return after
          }
        }
      }
    }
  }
}

Thread(i in 1..PUTTERS) Putter { put(i) }

Thread(t in 1..TAKERS) Taker {
  for n in 1..TAKES { _ := take() }
}

finally {
  int n = next[head]
  while n != 0 {
    assert len(spec) > 0 && pop(spec) == n, "the list is not the queue"
    n := next[n]
  }
  assert len(spec) == 0, "lost"
}
