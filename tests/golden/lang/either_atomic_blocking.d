//! expect naive: 2 executions
int x, y
Thread T { either { atomic { await x == 1; x := 5 } } or { atomic { await x == 0; x := 2 } } }
Thread U { y := 1 }
finally { assert x == 2 }
