// A run-time error inside discards the writes of the block.
//! expect --all: error
int x, zero
Thread T { atomic { x := 1; x := 1 / zero } }
invariant untouched: x == 0
