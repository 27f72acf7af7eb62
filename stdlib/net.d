// std.net -- channels of int between any threads, perfect or not. Every function is one step.
// Contracts and costs: docs/stdlib.md.

record channel { int capacity, bool lossy, bool duplicating, bool reordering, queue<int> items }

// Waits while the channel is full. A lossy channel may lose the value instead, a duplicating one may take it twice, if it has room.
void send(ref channel c, int v) {
  atomic {
    assert c.capacity > 0, "this channel has no capacity yet: init { c.capacity := n }"
    int copies = 1
    if c.lossy && choose(bool) { copies := 0 }
    else if c.duplicating && choose(bool) { copies := 2 }
    await len(c.items) + copies <= c.capacity
    for i in 1..copies { channel_add(c, v) }
  }
}

// Takes the oldest value, or with reordering any; waits while there is none.
int recv(ref channel c) { atomic { await len(c.items) > 0; return channel_take(c) } }

// Tells whether there was one; v stays as it is if not.
bool try_recv(ref channel c, ref int v) {
  atomic {
    if len(c.items) == 0 { return false }
    v := channel_take(c)
  }
  return true
}

// With reordering the order of `items` means nothing: they are kept sorted, and equal ones are one choice.
void channel_add(ref channel c, int v) {
  if !c.reordering {
    push(c.items, v)
    return
  }
  bool placed = false
  for i in 1..len(c.items) {
    int w = pop(c.items)
    if !placed && v < w {
      push(c.items, v)
      placed := true
    }
    push(c.items, w)
  }
  if !placed { push(c.items, v) }
}

int channel_take(ref channel c) {
  if !c.reordering { return pop(c.items) }
  int taken = choose(1..len(c.items))
  int v = 0
  for i in 1..len(c.items) {
    int w = pop(c.items)
    if i == taken {
      await i == 1 || w != v
      v := w
    } else {
      if i < taken { v := w }
      push(c.items, w)
    }
  }
  return v
}
