//! expect: ok
pure int fact(int n) { if n <= 1 { return 1 }  return n * fact(n - 1) }
pure int even(int n) { if n == 0 { return 1 } else { return odd(n - 1) } }
pure int odd(int n) { if n == 0 { return 0 }  return even(n - 1) }
int x
Thread T { x := fact(25); assert x == 15511210043330985984000000; assert even(100) == 1 }
invariant calm: fact(3) == 6
