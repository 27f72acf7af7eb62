//! options: --races=error
//! expect: race
// The two accesses of a race name each other.
int x, y
mutex m
Thread A { lock(m); y := 1; unlock(m); x := 1 }
Thread B { lock(m); y := 2; unlock(m); _ := x }
