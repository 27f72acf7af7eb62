// a[i] := e: the index is read before e, e before the write. U may change i in between.
//! expect: violation
//! expect -D WAIT=true: ok
param bool WAIT = false
int i
int[2] a
Thread T { a[i] := i }
Thread U { if WAIT { join T }  i := 1 }
finally { assert a[0] == 0 && a[1] == 0 }
