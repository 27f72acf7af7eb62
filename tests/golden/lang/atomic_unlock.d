// unlock, trylock and lock inside; a lock that is free again inside the block can be taken there.
//! expect: ok
mutex m, n
int x
Thread T {
  lock(m)
  atomic { unlock(m); lock(n); if trylock(m) { x := x + 1 }  unlock(m); unlock(n) }
}
Thread U { lock(m); lock(n); unlock(n); unlock(m) }
finally { assert x == 1 }
