//! expect: deadlock
// A cycle of three, two of them through functions; a fourth thread waits outside of it.
mutex a, b, c
void both(ref mutex x, ref mutex y) { lock(x); lock(y); unlock(y); unlock(x) }
Thread P { both(a, b) }
Thread Q { both(b, c) }
Thread R { lock(c); lock(a); unlock(a); unlock(c) }
daemon Thread Late { lock(a); unlock(a) }
