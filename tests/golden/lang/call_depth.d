// 200 deep is fine.
//! expect: ok
int f(int n) { if n == 0 { return 0 }  return f(n - 1) + 1 }
Thread T { assert f(200) == 200 }
