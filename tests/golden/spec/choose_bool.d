//! expect naive: 2 executions
bool b
Thread T { b := choose(bool) }
