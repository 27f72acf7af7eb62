// Under statement atomicity the choice merges into its statement: 2 choices, 2 orders.
//! options: --atomicity statement
//! expect naive: 4 executions
int x, y
Thread T { x := choose(0..1) + y }
Thread U { y := 1 }
