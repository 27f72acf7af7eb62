// The worker waits for ever, the daemon does not help: a deadlock.
//! expect: deadlock
message M(), N()
daemon Thread D { loop { receive { M() => { } } } }
Thread T { D ! M(); receive { N() => { } } }
