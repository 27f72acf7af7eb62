//! expect --races=error: ok
int x
Thread T { x := 1 }
Thread U { join T; x := 2 }
