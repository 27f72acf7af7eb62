// std.queue -- a bounded buffer and a stack, of int. Every function is one step.
// Contracts and costs, and how to have them of another type: docs/stdlib.md.

record buffer { int capacity, queue<int> items }

// Waits while the buffer is full.
void put(ref buffer b, int v) {
  atomic {
    assert b.capacity > 0, "this buffer has no capacity yet: init { b.capacity := n }"
    await len(b.items) < b.capacity
    push(b.items, v)
  }
}

// Takes the oldest; waits while there is none.
int get(ref buffer b) { atomic { await len(b.items) > 0; return pop(b.items) } }

// Tells whether there was room.
bool try_put(ref buffer b, int v) {
  atomic {
    assert b.capacity > 0, "this buffer has no capacity yet: init { b.capacity := n }"
    if len(b.items) >= b.capacity { return false }
    push(b.items, v)
  }
  return true
}

// Tells whether there was one; v stays as it is if not.
bool try_get(ref buffer b, ref int v) {
  atomic {
    if len(b.items) == 0 { return false }
    v := pop(b.items)
  }
  return true
}

// The newest is the first of `items`.
record stack { queue<int> items }

void push_stack(ref stack s, int v) {
  atomic {
    push(s.items, v)
    for i in 2..len(s.items) { push(s.items, pop(s.items)) }
  }
}

// Takes the newest; waits while there is none.
int pop_stack(ref stack s) { atomic { await len(s.items) > 0; return pop(s.items) } }

// Tells whether there was one; v stays as it is if not.
bool try_pop_stack(ref stack s, ref int v) {
  atomic {
    if len(s.items) == 0 { return false }
    v := pop(s.items)
  }
  return true
}
