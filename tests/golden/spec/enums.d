//! expect: ok
enum State { Idle, Busy, Done }
State s
State[2] t = [Done, Busy]
message Tell(State s)
Thread T {
  assert s == Idle && t[0] == Done
  s := t[1]
  assert s == Busy && s != Idle
  U ! Tell(s)
}
Thread U { receive { Tell(=Done) => { assert false }  Tell(v) => { assert v == Busy } } }
