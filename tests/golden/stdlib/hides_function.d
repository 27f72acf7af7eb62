//! expect: diagnostic 5:12 `put` takes 1 argument, not 2
import std.queue
buffer b
void put(int v) { assert v > 0 }
Thread A { put(b, 1) }
