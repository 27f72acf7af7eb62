// cas, swap and fetch_add are one event each, also failing ones: C(6,3) orders.
//! expect naive: 20 executions
//! expect: ok
int x
Thread(i in 0..1) T {
  _ := fetch_add(x, 1)
  _ := cas(x, 7, 8)
  _ := swap(x, 3)
}
finally { assert x == 3 }
