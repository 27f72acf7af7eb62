//! expect: ok
import std.sync
mutex m
cond c
bool ready
int woken
Thread(i in 0..1) W { lock(m); while !ready { wait(c, m) }  woken := woken + 1; unlock(m) }
Thread S { lock(m); ready := true; broadcast(c); unlock(m) }
finally { assert woken == 2 }
