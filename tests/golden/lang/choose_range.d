//! expect naive: 3 executions
//! expect: ok
int x
Thread T { x := choose(3..5) }
finally { assert x >= 3 && x <= 5 }
cover three: x == 3
cover four: x == 4
cover five: x == 5
