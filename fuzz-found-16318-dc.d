// dc: thread order (tool_fuzz, seed 16318)
//   dc: runs with the threads reversed: 5, expected 6
message A(int v), B(), C(int v, pid who)
Thread T0 {
  T1 ! A(1)
}
Thread T1 {
  int h = 0
  T1 ! A(2)
  receive {
    A(_) => { h := h * 5 + 1 }
  }
}
fault duplicate A <= 1
