//! expect: ok
// Readers and writers by two locks and a count of readers: N readers, W writers, R rounds each. As ../promela/rwlock.pml, where
// whoever comes last gives back a lock that another took: so the locks are variables here too.
param int N = 2
param int W = 1
param int R = 1
bool m, room
int readers, reading, writing
void take(ref bool l) { atomic { await !l; l := true } }
Thread(i in 1..N) Reader {
  for k in 1..R {
    take(m)
    atomic { readers := readers + 1 }
    if readers == 1 { take(room) }
    m := false
    atomic { reading := reading + 1 }
    assert writing == 0
    atomic { reading := reading - 1 }
    take(m)
    atomic { readers := readers - 1 }
    if readers == 0 { room := false }
    m := false
  }
}
Thread(i in 1..W) Writer {
  for k in 1..R {
    take(room)
    atomic { writing := writing + 1 }
    atomic { assert writing == 1 && reading == 0 }
    atomic { writing := writing - 1 }
    room := false
  }
}
