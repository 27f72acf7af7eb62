//! expect --races=error: ok
int x, flag
Thread T { x := 1; atomic { flag := 1 } }
Thread U { await flag == 1; x := 2 }
