//! expect: error
int x
Thread T { x := 1; int a = 0; while a >= 0 { a := (a + 1) % 7 } }
