// dc: missing class (tool_fuzz, seed 23425)
//   dc (shuffled) misses 1 of 5 classes; the first:
//     T1 (choice 0) locks m0
int[6] out
mutex m0, m1
Thread T0 {
  int h = 0
  lock(m0)
  out[0] := h
}
Thread T1 {
  lock(m0)
}
fault crash T0 <= 1
