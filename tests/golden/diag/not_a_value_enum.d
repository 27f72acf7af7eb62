//! expect: diagnostic 3:18 `Color` is an enum, not a value
enum Color { Red, Green }
Thread A { print Color }
