// An access that makes its thread fail is an access all the same.
//! expect naive --all --races=error: violation, race
//! expect stateful:reach --all --races=error: violation, race
int x
Thread T { x := 1 }
Thread U { assert x == 1 }
