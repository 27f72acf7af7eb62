// Messages carry records, arrays, queues, bools and pids by value.
//! expect: ok
record R { int a, bool b }
message M(R r, int[2] v, queue<int> q, pid p)
Thread S {
  queue<int> q
  push(q, 5)
  T ! M(R(1, true), [3, 4], q, self)
  push(q, 6)
}
Thread T { receive { M(r, v, q, p) => { assert r.a == 1 && r.b && v[1] == 4 && len(q) == 1 && p == S } } }
