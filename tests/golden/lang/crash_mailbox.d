// The mailbox of a crashed thread is gone; nobody else can see it.
//! expect: ok
//! expect -D CRASHES=0: ok
param int CRASHES = 1
message M()
int got
fault crash T <= CRASHES
Thread T { receive { M() => { got := got + 1 }  after => { } } }
Thread U { T ! M() }
finally { assert got <= 1 }
