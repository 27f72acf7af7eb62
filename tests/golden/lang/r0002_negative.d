//! expect: error
int[2] a
int i = -1
Thread T { int v = a[i] }
