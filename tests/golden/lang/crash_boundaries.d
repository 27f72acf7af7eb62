// A thread of two events may stop before each: 3 runs.
//! expect naive: 3 executions
int x
fault crash T
Thread T { x := 1; x := 2 }
