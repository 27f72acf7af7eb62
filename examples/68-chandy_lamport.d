//! expect: ok
//! expect -D FIFO=false: violation
//! expect -D CHANNELS=false: violation
//! expect -D N=2 -D TRANSFERS=2: ok
//! expect optimal: ok
//! expect dc -D N=2: ok
//! expect lazy -D FIFO=false: violation
//! expect stateful:reach -D CHANNELS=false: violation
// 68. A snapshot of a system that goes on.
//
// N banks send money around a ring. Bank 0 wants to know how much there is in all. Nobody can stop the others or look at all of them at
// the same time. It writes down its own cash and sends a marker into each channel. Who gets its first marker does the same; what comes
// in through a channel between one's own writing down and the marker of that channel was on the way, and belongs to the channel. (K. M.
// Chandy, L. Lamport, Distributed snapshots: determining global states of distributed systems, TOCS 1985.) The state so found may
// never have been, but it could have, and the sum is right. CHANNELS=false forgets the money on the way; FIFO=false
// lets markers and money overtake each other, and money is lost, or counted twice.
//
// See: dmc 68-chandy_lamport.d -D CHANNELS=false
//      dmc 68-chandy_lamport.d -D FIFO=false
// Exercise: show that the snapshot need not be a state that ever was. What would `cover` have to say, and about which variables?
param int N = 3
param int TRANSFERS = 1
param bool FIFO = true
param bool CHANNELS = true
const int START = 10
message Money(int amount), Marker(int from)
int[N] cash        // as written down, and
int[N] on_the_way  // in the channels to i

void snapshot(int i, int mine) {
  cash[i] := mine
  for j in 0..N-1 {
    if j != i { Bank[j] ! Marker(i) }
  }
}

Thread(i in 0..N-1) Bank {
  int mine = START
  int to_send = TRANSFERS
  int to_get = TRANSFERS
  int markers = N - 1  // that are still to come
  bool done = false    // has written down its state
  bool closed = false  // has got the marker of the bank that sends it money
  while to_send > 0 || to_get > 0 || markers > 0 {
    either {
      atomic {
        await to_send > 0
        to_send -= 1
        mine -= 1
        Bank[(i + 1) % N] ! Money(1)
      }
    } or {
      atomic {
        await i == 0 && !done
        done := true
        snapshot(i, mine)
      }
    } or {
      atomic {
        bool wanted_marker = !FIFO && choose(bool)
        receive {
          Money(amount) when !wanted_marker => {
            mine += amount
            to_get -= 1
            if CHANNELS && done && !closed { on_the_way[i] += amount }
          }
          Marker(from) when FIFO || wanted_marker => {
            markers -= 1
            closed := closed || from == (i - 1) % N
            if !done {
              done := true
              snapshot(i, mine)
            }
          }
        }
      }
    }
  }
}
finally {
  assert sum(i in 0..N-1 : cash[i] + on_the_way[i]) == N * START, "the snapshot is wrong"
}
