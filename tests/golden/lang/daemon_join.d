//! expect: ok
int x
daemon Thread D { x := 1 }
Thread T { join D; assert x == 1 }
