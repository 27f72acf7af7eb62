//! options: --unread=off
//! sync: expired
//! expect: ok
//! expect -D FENCING=false: violation
//! expect -D FENCING=false -D CHECK=false: violation
//! expect -D EXPIRY=false: deadlock
//! expect optimal -D FENCING=false: violation
//! expect stateful: ok
//! expect stateful:reach -D EXPIRY=false: deadlock
// 71. Leases.
//
// A lock server whose clients may crash (58) gives the lock for some time only. (C. Gray, D. Cheriton, Leases: an efficient
// fault-tolerant mechanism for distributed file cache consistency, SOSP 1989.) Without EXPIRY a crash blocks all. With it, a
// client that is slow, not dead, writes after its time, and destroys what the next holder wrote. That it looks at its clock first
// (CHECK) is no help: it may be put to sleep between looking and writing, and messages take time. FENCING is: leases
// are numbered, each write carries the number, and the storage refuses numbers older than the newest it has seen.
// A lease may run out at any moment here: `either { receive .. } or { .. }` does not say how long a time is.
//
// See: dmc 71-lease.d -D FENCING=false
//      dmc 71-lease.d -D EXPIRY=false
// Exercise: each holder reads a value and writes it back plus one. Does fencing writes suffice, or must the reads be fenced as well?
param int CLIENTS = 2
param int CRASHES = 1
param bool EXPIRY = true
param bool CHECK = true
param bool FENCING = true
message Acquire(pid who), Lease(int number), Release(int number), Write(int number)
int expired  // the newest lease that has run out: what the clocks say
fault crash Client <= CRASHES

daemon Thread Server {
  int number = 0
  loop {
    receive {
      Acquire(who) => {
        number += 1
        who ! Lease(number)
        either {
          receive { Release(=number) => { } }
        } or {
          atomic {
            await EXPIRY
            expired := number
          }
        }
      }
    }
  }
}

Thread(i in 1..CLIENTS) Client {
  Server ! Acquire(self)
  receive {
    Lease(number) => {
      bool good = true
      if CHECK { good := expired < number }
      if good { Storage ! Write(number) }
      Server ! Release(number)
    }
  }
}

daemon Thread Storage {
  int newest = 0
  loop {
    receive {
      Write(number) => {
        if !FENCING || number >= newest {
          assert number >= newest, "a write under an old lease, after one under a newer"
          newest := number
        }
      }
    }
  }
}
cover overtaken: expired == 1
