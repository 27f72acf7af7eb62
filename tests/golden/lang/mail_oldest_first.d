// The scan goes over messages, oldest first, then over clauses: A(1) is older, though B's clause stands first.
//! expect: ok
message A(int v), B(int v)
Thread S { R ! A(1); R ! B(2) }
Thread R {
  join S
  receive { B(v) => { assert false }  A(v) => { assert v == 1 } }
}
