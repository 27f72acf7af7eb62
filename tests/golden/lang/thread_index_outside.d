//! expect: error
int k = 5
pid p
Thread(i in 2..4) T { skip }
Thread U { p := T[k] }
