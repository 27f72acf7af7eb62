// A lock inside makes the block a guard: it waits for m and nothing happens before.
//! expect --all: ok
mutex m
int x, inside
Thread T { atomic { x := x + 1; lock(m) }; inside := inside + 1; unlock(m) }
Thread U { lock(m); int a = x; inside := inside + 1; assert x == a; unlock(m) }
finally { assert inside == 2 }
