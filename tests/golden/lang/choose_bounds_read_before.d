// The bound is read before the choice, in a step of its own. U first: 4 choices; later: 2 choices, 3 places for U.
//! expect naive: 10 executions
int n = 1, x
Thread T { x := choose(0..n) }
Thread U { n := 3 }
