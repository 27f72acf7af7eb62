//! expect: error
// Both see one element, one takes it.
queue<int> q
Thread P { push(q, 7) }
Thread(i in 1..2) C {
  if len(q) > 0 { int v = pop(q) }
}
