//! expect: ok
//! expect -D MODE=1: ok
//! expect -D MODE=2: ok
// N threads and Main, which has a mailbox. MODE 0: it takes any message; 1: by sender, in order; 2: it is a lock.
// As ../promela/mailbox.pml.
param int N = 3
param int MODE = 0
message Msg(int from), Acquire(int from), Release(int from), Granted()
Thread(me in 0..N-1) Worker {
  if MODE == 2 {
    Main ! Acquire(me)
    receive { Granted() => { } }
    Main ! Release(me)
  } else { Main ! Msg(me) }
}
Thread Main {
  for i in 0..N-1 {
    if MODE == 2 {
      receive {
        Acquire(who) => {
          Worker[who] ! Granted()
          receive { Release(=who) => { } }
        }
      }
    } else if MODE == 1 { receive { Msg(=i) => { } } }
    else { receive { Msg(_) => { } } }
  }
}
