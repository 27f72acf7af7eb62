// After everything, once every thread has ended.
//! expect: ok
int x
Thread(i in 1..3) T { atomic { x := x + i } }
finally { int t = 0; for i in 1..3 { t := t + i }  assert x == t, "all added" }
