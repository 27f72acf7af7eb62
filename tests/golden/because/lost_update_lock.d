//! expect: violation
// Each access is under the lock, the update is not: the lock is given back in between.
mutex m
int x
int read() { lock(m); int v = x; unlock(m); return v }
void write(int v) { lock(m); x := v; unlock(m) }
Thread(i in 1..2) Inc { write(read() + 1) }
finally { assert x == 2 }
