//! expect: diagnostic 3:1 -D cannot set `T`: only int, bool and enum values can be given
//! options: -D T=3
const int[2] T = [1, 2]
Thread A { skip }
