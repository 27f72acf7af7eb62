// judge: relation of classes (tool_fuzz, seed 26824)
//   executions where guards wait, where they fail: 2 and 3
Thread T0 {
  join T1
}
Thread T1 {
  atomic {
    join T1
  }
}
fault crash T0
