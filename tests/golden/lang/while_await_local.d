// One shared read and some local work: still an await.
//! expect: ok
//! expect naive: 1 executions
int x
Thread A { x := 3 }
Thread B { int k = 3; while x != k { }  assert x == 3 }
