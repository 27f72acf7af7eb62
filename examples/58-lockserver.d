//! expect: ok
//! expect -D EAGER=true: violation cs
//! expect -D CRASHES=1: deadlock
//! expect naive -D N=2: ok
//! expect optimal: 30 executions
//! expect observers: 6 executions
//! expect dc: 6 executions
//! expect lazy -D EAGER=true: violation cs
//! expect stateful:reach -D CRASHES=1: deadlock
// 58. A lock as a server.
//
// Who wants the lock asks the server, who has it gives it back by another message. The server is a daemon: it need not end. In the
// inner `receive` only a Release matches; an Acquire that comes meanwhile stays in the mailbox until the server is back at the
// outer one. So the mailbox is the line of those who wait. An EAGER server grants at once and takes releases as they come.
// With CRASHES=1 a worker may die with the lock in its hands, and nobody gets it ever again: 71 has what one does about that.
//
// See: dmc 58-lockserver.d -D EAGER=true
//      dmc 58-lockserver.d -D CRASHES=1     who waits for what, and what lies in the mailboxes
// Try: dmc 58-lockserver.d --algo optimal --all, and with observers      30 and 6: 3! orders in which the lock is given, and those in
//      which a Release and the Acquires that it overtakes arrive, which nobody can tell
// Exercise: add `message TryAcquire(pid who), Denied()`: a worker that asks so does not wait when the lock is taken.
param int N = 3
param int CRASHES = 0
param bool EAGER = false
message Acquire(pid who), Granted(), Release()
int counter
fault crash Worker <= CRASHES

daemon Thread Server {
  loop {
    receive {
      Acquire(who) => {
        who ! Granted()
        if !EAGER {
          receive { Release() => { } }  // selective: later Acquires wait
        }
      }
      Release() when EAGER => { }
    }
  }
}

Thread(i in 1..N) Worker {
  Server ! Acquire(self)
  receive { Granted() => { } }
  critical cs { counter := counter + 1 }
  Server ! Release()
}
finally { assert counter == N || CRASHES > 0 }
