// On a mutex one holds it returns false, and is no error.
//! expect: ok
mutex m
Thread T { lock(m); assert !trylock(m); unlock(m); assert trylock(m); assert !trylock(m) }
