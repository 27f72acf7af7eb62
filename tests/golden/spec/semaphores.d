//! expect: ok
import std.sync
sem s = sem(2)
int inside
Thread(i in 1..3) T {
  down(s)
  atomic { inside += 1; assert inside <= 2 }
  atomic { inside -= 1 }
  up(s)
}
