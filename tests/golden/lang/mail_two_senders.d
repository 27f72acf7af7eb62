// Between two senders there is no order: both come first in some run.
//! expect: violation
message M(int v)
Thread(i in 1..2) S { R ! M(i) }
Thread R { receive { M(v) => { assert v == 1 } }  receive { M(_) => { } } }
