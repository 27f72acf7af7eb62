//! expect: ok
//! expect naive: 1 executions
int x
Thread T { atomic { x := 5; join U; x := x + 1 } }
Thread U { assert x == 0; assert x == 0 }
finally { assert x == 6 }
