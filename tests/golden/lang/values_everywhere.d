// Records, arrays, queues, sets, pids and big integers inside each other.
//! expect: ok
record P { pid who, int[2] v }
record Box { P p, queue<P> q, set<int> s, bool b }
Box[2] box
queue<int>[2] qs
queue<queue<int>> qq
set<P> sp
mutex[2][2] mm
Thread T {
  box[1].p := P(self, [1, 18446744073709551616])
  push(box[1].q, box[1].p)
  add(box[1].s, -18446744073709551616)
  box[0] := box[1]
  assert box[0] == box[1] && head(box[0].q).v[1] == 18446744073709551616
  add(sp, box[0].p); add(sp, pop(box[1].q))
  assert len(sp) == 1 && box[0] != box[1]
  push(qs[1], 4)
  push(qq, qs[1]); push(qq, qs[0])
  assert len(pop(qq)) == 1 && len(pop(qq)) == 0
  lock(mm[1][0]); assert !trylock(mm[1][0]); assert trylock(mm[0][1])
  P p = choose(sp)
  assert p.who == self
  assert cas(box[0].p.v, [1, 18446744073709551616], [2, 3]) && box[0].p.v[0] == 2
  assert swap(box[0].p.v[1], 9) == 3 && fetch_add(box[0].p.v[1], 18446744073709551616) == 9
  assert box[0].p.v[1] == 18446744073709551625
}
