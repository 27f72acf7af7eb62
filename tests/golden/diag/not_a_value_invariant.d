//! expect: diagnostic 4:27 `safe` is an invariant, not a value
int x
invariant safe: x < 3
Thread A { x := 1; assert safe }
