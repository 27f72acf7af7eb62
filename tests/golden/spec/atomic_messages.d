//! expect: ok
//! expect naive: 1 executions
// Sends and receives inside a block; it waits as a whole.
message A(int n), B(int n)
int sum
Thread R { atomic { receive { A(n) => { sum := sum + n } }; receive { B(n) => { sum := sum + n } } } }
Thread S { R ! B(2); R ! A(1) }
finally { assert sum == 3 }
