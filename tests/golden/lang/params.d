// -D sets const and param.
//! expect: ok
//! expect -D N=4 -D FLAG=true: violation
//! expect -D K=7: violation
//! expect -D MODE=Fast: violation
param int N = 2
param bool FLAG = false
const int K = 5
enum Mode { Slow, Fast }
param Mode MODE = Slow
int x
Thread(i in 1..N) T { atomic { x := x + 1 } }
finally { assert (!FLAG || x != 4) && K == 5 && MODE == Slow }
