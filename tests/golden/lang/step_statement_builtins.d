// Under statement atomicity builtins and pure calls merge into their statement, other calls keep their steps.
//! options: --atomicity statement
//! expect naive: 3 executions
int x
queue<int> q
pure int twice(int v) { return v + v }
void two() { x := x + 1; x := x + 2 }
Thread T { two() }
Thread U { push(q, twice(x) + x) }
