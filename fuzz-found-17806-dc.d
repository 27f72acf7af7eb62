// dc: thread order (tool_fuzz, seed 17806)
//   dc: runs with the threads reversed: 4, expected 6
int x0 = 1
int x1 = 0
int x2 = 0
Thread T0 {
  int h = 0
  h := h * 5 + (x1 - x2)
}
Thread T2 {
  int h = 0
  x2 -= h
  either {
    atomic { await x1 == 1; x0 := 0 }
  }
  or {
    join T0
  }
}
