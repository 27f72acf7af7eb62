// A loop with a body re-reads at each round.
//! expect: ok
int x, rounds
Thread A { x := 1 }
Thread B { while x == 0 && rounds < 2 { rounds := rounds + 1 } }
finally { assert rounds >= 0 && rounds <= 2 }
cover none: rounds == 0
cover two: rounds == 2
