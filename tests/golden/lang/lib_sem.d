//! expect: ok
import std.sync
sem s = sem(1)
int inside
Thread(i in 0..2) T { down(s); inside := inside + 1; assert inside == 1; inside := inside - 1; up(s) }
finally { assert s.n == 1 }
