//! expect naive --races=error: ok
int x
Thread() W { x := 1 }
Thread Main { x := 0; pid p = spawn W(); join p; assert x == 1 }
