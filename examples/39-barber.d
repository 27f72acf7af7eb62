//! expect: ok
//! expect -D UNGUARDED=true: violation
//! expect -D LEAVE_EARLY=true: violation
//! expect -D ASLEEP=true: deadlock
//! expect optimal -D N=2 -D CHAIRS=0: ok
//! expect stateful -D LEAVE_EARLY=true: violation
//! expect stateful:reach -D ASLEEP=true: deadlock
// 39. The sleeping barber (Dijkstra, 1965). A shop with one barber, the chair he works at, and CHAIRS to wait on. A
// customer who finds all of them taken goes away; the barber sleeps while there is nobody. The solution is that of Downey,
// The Little Book of Semaphores, chapter 5, with customers who meet the barber twice: before the cut, and after it.
// See: `dmc 39-barber.d -D LEAVE_EARLY=true`, without the second meeting, as in many textbooks: the barber calls the next
// customer while the last one still sits there.
// `-D UNGUARDED=true`: the chairs are counted without the mutex, and more come in than there is room for.
// `-D ASLEEP=true -D N=1`: the barber looks whether somebody is there and then falls asleep; a customer who comes in between
// knocks too early. It is the lost wakeup of 30.
// Try: `-D N=4`, `-D CHAIRS=2`. The cover makes sure that a customer is turned away at all.
// Exercise: are customers served in the order in which they came? Write the assertion that fails.
import std.sync
param int N = 3
param int CHAIRS = 1
param bool UNGUARDED = false
param bool LEAVE_EARLY = false
param bool ASLEEP = false
mutex m
sem customer, barber, customer_done, barber_done
cond knock
int inside  // waiting or in the barber's chair
int served, gone

Thread(i in 1..N) Customer {
  if !UNGUARDED { lock(m) }
  if inside == CHAIRS + 1 {
    gone += 1
    if !UNGUARDED { unlock(m) }
    exit
  }
  inside += 1
  if !UNGUARDED { unlock(m) }
  if ASLEEP { lock(m); up(customer); signal(knock); unlock(m) } else { up(customer) }
  down(barber)
  critical chair { served += 1 }
  if !LEAVE_EARLY {
    up(customer_done)
    down(barber_done)
  }
  atomic { inside -= 1 }
}
daemon Thread Barber {
  loop {
    if ASLEEP {
      if !try_down(customer) {
        lock(m)
        wait(knock, m)
        unlock(m)
        down(customer)
      }
    } else { down(customer) }
    up(barber)
    critical razor { skip }
    if !LEAVE_EARLY {
      down(customer_done)
      up(barber_done)
    }
  }
}
invariant room: inside <= CHAIRS + 1
cover full: gone > 0
finally { assert served + gone == N, "somebody was neither served nor turned away" }
