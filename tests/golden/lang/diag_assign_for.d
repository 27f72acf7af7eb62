//! expect: diagnostic 2:28 `i` cannot be assigned: it is a range variable
Thread T { for i in 0..1 { i := 3 } }
