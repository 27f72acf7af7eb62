//! sync: serving
//! expect: ok
//! expect -D MODULO=2: violation, deadlock
//! expect -D SPLIT=true -D ROUNDS=1: violation, deadlock
//! expect -D MODULO=2 -D THREADS=2: ok
//! expect --races=error: ok
//! expect -D GREEDY=true --progress=fair: ok
//! expect naive -D THREADS=2: ok
//! expect optimal -D ROUNDS=1: 6 executions
//! expect dc -D SPLIT=true -D ROUNDS=1: violation, deadlock
//! expect lazy -D MODULO=2: violation, deadlock
//! expect stateful: ok
// 22. The ticket lock.
//
// Draw a number in one step, wait until it is called, call the next one on leaving: first come, first served, and no thread is ever
// kept out, not even by a greedy one (compare 21). `drew` and `entered` are no part of the lock; they check the order. Numbers
// are short in real machines and wrap around. That is harmless as long as there are at least as many numbers as threads: with MODULO=2
// and three threads two hold the same number. SPLIT draws by a read and a write.
// (D. Reed, R. Kanodia, 1979; J. Mellor-Crummey, M. Scott, ACM TOCS 1991, algorithm 2.)
//
// See: dmc 22-ticket.d -D MODULO=2 --bfs
//      dmc 22-ticket.d -D GREEDY=true --progress=fair      ok, where 21 is not
// Try: dmc 22-ticket.d --algo optimal -D ROUNDS=1 --all     3! executions: the order of drawing decides everything
// Exercise: add a trylock that takes the lock only if nobody holds it. It needs cas; on what?
param int THREADS = 3
param int ROUNDS = 2
param int MODULO = 4
param bool SPLIT = false
param bool GREEDY = false
int next          // the number that is drawn next
int serving       // the number that may enter
int[MODULO] drew  // who has drawn this number
int entered       // how many have entered, modulo MODULO

int draw(int who) {
  int mine
  if SPLIT {
    mine := next
    atomic {
      next := (mine + 1) % MODULO
      drew[mine] := who
    }
  } else {
    atomic {
      mine := next
      next := (next + 1) % MODULO
      drew[mine] := who
    }
  }
  return mine
}

void enter(int who) {
  int mine = draw(who)
  await serving == mine
  critical cs {
    atomic {
      assert drew[entered] == who, "not in the order of drawing"
      entered := (entered + 1) % MODULO
    }
  }
  serving := (mine + 1) % MODULO
}

Thread(i in 1..THREADS) P {
  for round in 1..ROUNDS { enter(i) }
}

daemon Thread Greedy {
  while GREEDY { enter(0) }
}
