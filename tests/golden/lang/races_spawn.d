//! expect --races=error: ok
int x
Thread() W { x := 2 }
Thread T { x := 1; pid p = spawn W() }
