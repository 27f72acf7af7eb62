//! expect --progress=fair: violation progress
//! expect --progress=fair -D CRASH=0: ok
// Who waits for a thread that has crashed goes round for ever. That it may crash as well is no end.
param int CRASH = 1
fault crash Setter <= CRASH
fault crash Spinner <= 1
bool flag
int n
Thread Setter { n := 1; flag := true }
Thread Spinner { while !flag { n := 2 } }
