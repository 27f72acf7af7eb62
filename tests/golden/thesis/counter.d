//! expect: ok
//! expect naive: 2 executions
// A statement is one step, reads included.
<"counter" 2, x 1>
[x := x + 1]
[x := x + 1]
