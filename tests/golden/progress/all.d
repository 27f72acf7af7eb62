//! options: --progress --all
//! expect: violation progress, deadlock
// With --all one finding for each kind of cycle and its places; other findings stay.
bool flag, go
int n
Thread Chooser { flag := choose(bool); if flag { await go } }
Thread Spinner { while !flag { n := 1 - n } }
