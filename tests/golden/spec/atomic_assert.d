//! expect: violation
// A failed assertion inside discards the writes of the block.
int x
Thread T { atomic { x := 1; assert x == 2 } }
invariant unseen: x == 0
