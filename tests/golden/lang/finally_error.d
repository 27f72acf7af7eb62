//! expect: error
int x
Thread T { skip }
finally { int a = 1 / x; assert a == 0 }
