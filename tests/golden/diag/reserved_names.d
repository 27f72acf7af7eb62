//! expect: diagnostic 3:6 `in` is a reserved word and cannot be a name
//! expect: diagnostic 15:27 `critical` is a reserved word and cannot be a name
bool in = false
int or, x
int choose
message join(int x)
message M(int x)
record R { int in }
void exit(int x) { x := in }
Thread loop { or := 1 }
Thread(else in 0..1) A { in := true; exit(1); lock(or) }
Thread B {
  int self = 2
  for forall in 1..2 { x := forall }
  receive { M(x) => { } M(critical) => { } }
}
Thread(i in
       0..1) C { x := i }
