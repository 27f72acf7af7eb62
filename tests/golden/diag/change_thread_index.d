//! expect: diagnostic 2:23 `i` cannot be assigned: it is a range variable
Thread(i in 1..2) A { i := 3 }
