//! expect: ok
enum E { P, Q }
record R { int a, E e }
queue<int> q
set<E> s
pid p
R r
Thread T { print "values", 1, true, Q, r, q, s, p, self, [1, 2]; print -3 }
