// A loop that goes on for ever is no deadlock; the stateful search ends.
//! expect stateful:reach: ok
bool b
Thread T { loop { b := !b } }
Thread U { b := true }
