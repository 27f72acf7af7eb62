// Threads without events have ended at the start; finally runs.
//! expect naive: 1 executions
//! expect: violation
Thread T { skip }
Thread U { int a = 1; a := a + 1 }
finally { assert false }
