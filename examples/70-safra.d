//! expect: ok
//! expect -D COLOURS=false: violation
//! expect -D COUNTERS=false: violation
//! expect stateful: ok
//! expect stateful -D COUNTERS=false: violation
//! expect stateful:reach -D COLOURS=false: violation
// 70. Has the computation ended?
//
// Machines on a ring send work to each other. One that has work is active, and may send more; one that has none is passive until a
// message wakes it. It is over when all are passive and no message is on its way, and nobody sees all at once. Safra's algorithm (E. W.
// Dijkstra, Shmuel Safra's version of termination detection, EWD 998, 1987): each machine counts the messages sent minus those received.
// A token goes round the passive machines and adds up. A machine that has received is black, for the token may have passed it
// before, and so blackens the token. A white round with sum 0 that ends at a white machine 0 is the end. Without COLOURS
// the sum can be 0 by chance; without COUNTERS a message on its way is not seen.
//
// See: dmc 70-safra.d -D COLOURS=false
//      dmc 70-safra.d -D COUNTERS=false
// Exercise: the counters are needed since messages take time. Which rule would do without them if a send was received at once?
param int N = 3
param int MESSAGES = 2  // how many there are in all
param bool COLOURS = true
param bool COUNTERS = true
message Work(), Token(int sum, bool black), Over()
bool[N] active
int on_the_way, sent
init { active[0] := true }

void pass(int to, int sum, bool black) { Machine[to] ! Token(sum, black) }

pure bool over() { return on_the_way == 0 && !exists(i in 0..N-1 : active[i]) }

daemon Thread(i in 0..N-1) Machine {
  int counter = 0
  bool black = false
  loop {
    either {
      atomic {  // sends work, to anybody
        await active[i] && sent < MESSAGES
        int to = choose(0..N-1)
        await to != i
        Machine[to] ! Work()
        sent += 1
        on_the_way += 1
        if COUNTERS { counter += 1 }
      }
    } or {
      atomic {  // has nothing more to do
        await active[i]
        active[i] := false
      }
    } or {
      atomic {  // gets work
        receive { Work() => { } }
        active[i] := true
        on_the_way -= 1
        if COUNTERS { counter -= 1 }
        black := COLOURS
      }
    } or {
      atomic {  // passes the token on
        await i > 0 && !active[i]
        receive { Token(sum, b) => { pass(i - 1, sum + counter, b || black) } }
        black := false
      }
    } or {
      atomic {  // the token is back
        await i == 0 && !active[0]
        receive {
          Token(sum, b) => {
            if !b && !black && sum + counter == 0 {
              Detector ! Over()
            } else {
              pass(N - 1, 0, false)
            }
          }
        }
        black := false
      }
    }
  }
}

Thread Detector {
  Machine[N - 1] ! Token(0, true)  // the first round only whitens
  receive { Over() => { assert over(), "the end is announced, and it is not over" } }
}
cover work: sent == MESSAGES && over()
