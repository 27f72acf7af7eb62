//! expect: diagnostic 4:26 `c` is read before anything is assigned to it; it is Red then
enum Color { Red, Green }
Color x
Thread A { Color c; x := c }
