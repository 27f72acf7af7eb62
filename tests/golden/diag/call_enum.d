//! expect: diagnostic 3:12 `Color` is an enum and cannot be called
enum Color { Red, Green }
Thread A { Color(1) }
