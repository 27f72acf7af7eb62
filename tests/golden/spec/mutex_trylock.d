//! expect: ok
mutex m
int inside
Thread(i in 1..2) T {
  if trylock(m) {
    assert !trylock(m)
    inside += 1
    assert inside == 1
    inside -= 1
    unlock(m)
  }
}
