//! expect: diagnostic 3:22 `len` needs a queue or a set, but this is int[3]
int[3] a
Thread A { print len(a) }
