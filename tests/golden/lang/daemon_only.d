// All threads are daemons and nothing can happen: a deadlock.
//! expect: deadlock
message Tick()
daemon Thread D { receive { Tick() => { } } }
