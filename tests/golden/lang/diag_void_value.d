//! expect: diagnostic 3:20 the initial value must be int, but this is void
void f() { skip }
Thread T { int a = f() }
