//! expect: diagnostic 2:28 `i` cannot be assigned: it is a range variable
Thread A { for i in 1..2 { i := 3 } }
