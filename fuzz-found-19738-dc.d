// dc: died (tool_fuzz, seed 19738)
//   crashes
Thread(i in 0..1) P {
  join P[1]
}
fault crash P <= 1
