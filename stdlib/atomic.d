// std.atomic -- spin locks as they are built: the steps are those of the algorithms. What other threads may read at the same
// time is written in atomic blocks of one access, so that it is no data race.
// Contracts and costs: docs/stdlib.md.

// ---- test and test-and-set ----
record tas { bool held }

void tas_lock(ref tas l) { while !cas(l.held, false, true) { await !l.held } }
bool tas_trylock(ref tas l) { return cas(l.held, false, true) }
void tas_unlock(ref tas l) {
  atomic { assert l.held, "tas_unlock: nobody holds it"; l.held := false }
}

// ---- tickets ----
// Numbers begin anew after TICKETS, as in a byte. With fewer the loops of a model have fewer states; no fewer than the threads.
param int TICKETS = 256
record ticket { int next, int serving }

void ticket_lock(ref ticket l) {
  int mine = 0
  atomic { mine := l.next; l.next := (mine + 1) % TICKETS }
  await l.serving == mine
}

void ticket_unlock(ref ticket l) { atomic { l.serving := (l.serving + 1) % TICKETS } }

// ---- the queue lock of Mellor-Crummey and Scott, TOCS 1991 ----
// Each thread brings a node of its own, me in 1..NODES; 0 is nobody. A node is cleared in the step that hands the lock on, and
// not when it is used again: nobody else looks at it in between, and what is over leaves no trace in the state.
param int NODES = 8
record mcs_node { int next, bool waiting }
record mcs { int tail, mcs_node[NODES + 1] node }

void mcs_lock(ref mcs l, int me) {
  assert me >= 1 && me <= NODES, "mcs_lock: nodes are 1..NODES (-D std.atomic.NODES=n)"
  int before = swap(l.tail, me)
  if before != 0 {
    l.node[me].waiting := true
    atomic { l.node[before].next := me }
    await !l.node[me].waiting
  }
}

void mcs_unlock(ref mcs l, int me) {
  assert me >= 1 && me <= NODES, "mcs_unlock: nodes are 1..NODES (-D std.atomic.NODES=n)"
  int after = l.node[me].next
  if after == 0 {
    if cas(l.tail, me, 0) { return }
    atomic { await l.node[me].next != 0; after := l.node[me].next }
  }
  atomic { l.node[after].waiting := false; l.node[me].next := 0 }
}
