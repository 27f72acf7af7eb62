//! expect naive: 6 executions
// cas, swap and fetch_add are one step each.
int x
Thread A { _ := cas(x, 0, 1); _ := swap(x, 2) }
Thread B { _ := fetch_add(x, 1); x := 3 }
