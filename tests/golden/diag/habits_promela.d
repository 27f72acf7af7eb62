//! expect: diagnostic 13:8 a comparison is written `==`
message M(int a)
int x
proctype P() { x = 1 }
active proctype Q() { x = 1 }
process R { x := 1 }
Thread[3] S { skip }
Thread { skip }
init x := 2
Thread A {
  x == 1
  x > 0
  if x = 2 { skip }
  if x == 1 { skip } fi
  do :: x = 1 od
  goto L
  receive M(a) { skip }
  M(a) => { }
}
