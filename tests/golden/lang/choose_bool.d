//! expect naive: 2 executions
//! expect: violation
Thread T { assert choose(bool) }
