//! expect: diagnostic 3:19 `x` is declared twice
int x
enum Color { Red, x }
Thread A { skip }
