//! expect: diagnostic 3:24 unknown type `Pint`
record Point { int x, int y }
record Line { Point a, Pint b }
Thread A { skip }
