// A receive inside is a guard; send, spawn and choose may stand there too.
//! expect: ok
//! expect naive: 4 executions
message Go(int v)
int x, y
Thread(int k) W { y := k }
Thread T { atomic { x := 1; receive { Go(v) => { x := v } } } }
Thread U { atomic { int a = choose(1..2); T ! Go(a); pid p = spawn W(a) } }
finally { assert x == y && x > 0 }
