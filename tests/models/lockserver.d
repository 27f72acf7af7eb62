//! expect: ok
//! expect naive -D N=2: ok
//! expect stateful:reach: ok
// 6. A lock as a server: messages, selective receive, and a daemon that need not end.
param int N = 3
message Acquire(pid who), Granted(), Release()
int counter
daemon Thread Server {
  loop {
    receive {
      Acquire(who) => {
        who ! Granted()
        receive { Release() => { } }   // selective: later Acquires wait
      }
    }
  }
}
Thread(i in 1..N) Worker {
  Server ! Acquire(self)
  receive { Granted() => { } }
  critical cs { counter := counter + 1 }
  Server ! Release()
}
finally { assert counter == N }
