//! expect: ok
mutex[2] m
int x
void guarded(ref mutex l, ref int v) { lock(l); v := v + 1; unlock(l) }
Thread(i in 0..1) T { guarded(m[0], x) }
finally { assert x == 2 }
