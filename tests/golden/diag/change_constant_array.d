//! expect: diagnostic 3:12 `T` cannot be assigned: it is a constant
const int[2] T = [1, 2]
Thread A { T[0] := 2 }
