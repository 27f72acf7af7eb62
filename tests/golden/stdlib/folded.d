//! options: --races=off --msc
import std.sync
import std.net
barrier b
channel c
init { b.parties := 3; c.capacity := 1 }
Thread(i in 1..2) Party {
  for round in 1..2 { arrive_and_wait(b) }
}
Thread Third {
  arrive_and_wait(b)
  for n in 1..2 { send(c, n) }
}
