// U waits for ever, but T has failed: that finding only.
//! expect --all: violation
int x
Thread T { assert x == 1 }
Thread U { await x == 1 }
finally { assert false }
