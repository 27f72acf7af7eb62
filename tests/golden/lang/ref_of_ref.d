// A ref parameter passed on as ref; refs to fields of elements picked by a shared index.
//! expect: ok
record R { int a, int b }
R[2] rs
int i = 1
void inner(ref int v) { v := v + 1 }
void outer(ref R r) { inner(r.b); i := 0; inner(r.b) }
Thread T { outer(rs[i]) }
finally { assert rs[1].b == 2 && rs[0].b == 0 }
