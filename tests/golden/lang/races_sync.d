// flag is meant for synchronisation: exempt, and it orders the rest.
//! expect --races=error: ok
//! sync: flag
int x
bool flag
Thread T { x := 1; flag := true }
Thread U { await flag; x := 2 }
