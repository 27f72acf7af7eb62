//! expect: ok
// Oldest message first, clauses in order; what does not match stays.
message A(int n), B(int n)
Thread R {
  receive { B(n) => { assert n == 2 } }
  receive { B(n) => { assert false }  A(n) => { assert n == 1 } }
  receive { A(n) => { assert n == 3 } }
}
Thread S { R ! A(1); R ! B(2); R ! A(3) }
