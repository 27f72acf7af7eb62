// Decided at the send: two choices.
//! expect --all: deadlock
//! expect naive: 2 executions
message M()
fault drop M
Thread S { R ! M() }
Thread R { receive { M() => { } } }
