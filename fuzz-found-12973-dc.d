// dc: missing class (tool_fuzz, seed 12973)
//   dc (shuffled) misses 1 of 4 classes; the first:
//     T1 (choice 0) locks m1
mutex m0, m1
Thread T0 {
  lock(m1)
}
Thread T1 {
  lock(m1)
}
fault crash T0
