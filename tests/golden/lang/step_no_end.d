// There is no step for a thread's end; join waits for the last event. One order only.
//! expect naive: 1 executions
//! expect: ok
int x, y
Thread T { x := 1 }
Thread U { join T; assert x == 1; y := 1 }
