//! expect: error
int x
Thread T { int a = 3; for i in 1..40 { a := a * a }  x := a }
