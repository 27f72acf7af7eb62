// The mailbox is a bag in order: equal messages are taken one at a time.
//! expect: ok
message M(int v)
Thread T {
  self ! M(1); self ! M(1)
  receive { M(1) => { } }
  receive { M(1) => { } }
  receive { M(_) => { assert false }  after => { } }
}
