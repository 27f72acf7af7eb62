// dc: missing class (tool_fuzz, seed 15090)
//   dc misses 1 of 6 classes; the first:
//     T1 (choice 0) sends B() to T0
//     T0 (choice 1) sends B() to T0 (twice)
//     T0 (choice 0) receives B()
message A(int v), B(), C(int v, pid who)
Thread T0 {
  int h = 0
  T0 ! B()
  receive {
    B() => { h := h * 5 + 3 }
  }
}
daemon Thread T1 {
  T0 ! B()
}
fault duplicate B <= 1
