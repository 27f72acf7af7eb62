//! expect: diagnostic 3:12 this loop spins, reading step by step
bool a, b
Thread A { while !a || !b { } }
Thread B { a := true; b := true }
