// The index is evaluated once, at the call.
//! expect: ok
int i
int[2] a
void set5(ref int v) { i := 1; v := 5; v := v + 1 }
Thread T { set5(a[i]) }
finally { assert a[0] == 6 && a[1] == 0 }
