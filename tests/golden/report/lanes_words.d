//! options: --bfs --races=off --unread=off
//! expect: error
// A word for every kind of event.
int x, total, turn
int[40] arr
set<int> s
queue<int> q
mutex m
fault drop Ping
message Ping(int n)
init { x := choose(5..5); add(s, 3); add(s, 9) }
Thread() W { atomic { x := x + 1; total := sum(i in 0..39 : arr[i]) } }
Thread One {
  pid p = spawn W()
  print "x is", x
  bool ok = trylock(m)
  ok := trylock(m)
  unlock(m)
  join p
  turn := 1
}
Thread Two {
  await turn == 1
  int v = choose(s)
  bool ok = cas(x, 5, 7)
  ok := cas(x, 6, 6)
  ok := cas(x, 6, 7)
  add(s, 3)
  push(q, v)
  turn := 2
}
Thread Three {
  await turn == 2
  arr[1] := head(q)
  _ := swap(x, 8)
  _ := fetch_add(x, 2)
  atomic { await len(q) > 0; _ := pop(q); x := 0; Three ! Ping(3) }
  receive { Ping(n) => { skip } after => { skip } }
  turn := 3
}
Thread Four {
  await turn == 3
  either { await x == 0 } or { await x == 1 }
  either { skip } or { x := 2 }
  critical cs { total := total }
  lock(m)
  lock(m)
}
