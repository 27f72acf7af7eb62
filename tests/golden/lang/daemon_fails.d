// A daemon's failure counts.
//! expect: violation
int x
daemon Thread D { assert x == 0 }
Thread T { x := 1 }
