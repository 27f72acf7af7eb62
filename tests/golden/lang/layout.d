// Newlines and semicolons; dropped inside ( ) and [ ], after operators, { , := => : and before else, or, }.
//! expect: ok
message A(int v),
        B()
int x, y =
  1
int[3] a = [
  1,
  2,
  3
]
Thread T { x := 1; y := 2; }
Thread U {
  int v = 1 +
    2 * (3
      + 4)
  assert v == 15
  if v == 15 { x := 1 }
  else { assert false }
  if v == 14 { assert false } else if v == 15 { skip } else { assert false }
  either { x := 1 }
  or { x := 2 }
  self ! A(1); receive { A(w) => { x := w }  B() => { } after => { } }
  /* a comment
     over lines */ x := /* inside */ 3 // and after
  for i in 0..1 { y := i } ; ; skip
}
invariant fine:
  x >= 0
