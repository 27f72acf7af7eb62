//! expect: diagnostic 3:1 -D N=x1: the value must be int
//! options: -D N=x1
param int N = 3
Thread A { skip }
