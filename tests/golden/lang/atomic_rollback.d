// What is rolled back includes sends, spawns, queues, mutexes and big integers.
//! expect --all: deadlock
message M()
queue<int> q
mutex m
int x
Thread() W { x := 1 }
Thread T { atomic { U ! M(); push(q, 18446744073709551616); lock(m); pid p = spawn W(); x := 99999999999999999999; await x == 1 } }
Thread U { receive { M() => { assert false } } }
Thread V { assert len(q) == 0; lock(m); assert x == 0 }
