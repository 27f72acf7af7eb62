//! expect: deadlock
// The server waits for the wrong kind of message.
message Acquire(pid who), Granted(), Release(), Done()
daemon Thread Server {
  loop { receive { Acquire(who) => { who ! Granted(); receive { Done() => { } } } } }
}
Thread(i in 1..2) Worker { Server ! Acquire(self); receive { Granted() => { } }; Server ! Release() }
