//! expect: ok
void bump(ref int[2] a, int k) { a[k] := a[k] + 1 }
void both(ref int[2] a) { bump(a, 0); bump(a, 1) }
Thread T { int[2] l = [1, 2]; both(l); assert l == [2, 3]; queue<int> q; fill(q); assert len(q) == 2 }
void fill(ref queue<int> q) { push(q, 1); push(q, 2) }
