// dc: missing class (tool_fuzz, seed 25767)
//   dc misses 1 of 6 classes; the first:
//     T3 (choice 0) sends A(1) to T0
//     T0 (choice 0) receives A(1)
//     T2 (choice 1) sends A(0) to T0 (twice)
message A(int v), B(), C(int v, pid who)
Thread T0 {
  int h = 0
  receive {
    A(_) => { h := h * 5 + 1 }
  }
}
Thread T2 {
  T0 ! A(0)
}
Thread T3 {
  T0 ! A(1)
}
fault duplicate A <= 1
