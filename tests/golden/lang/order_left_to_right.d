// Operands, arguments and index before value: the log is the order.
//! expect: ok
queue<int> log
int[3] a
int note(int v) { push(log, v); return v }
int three(int p, int q, int r) { return p * 100 + q * 10 + r }
Thread T {
  int s = note(1) - note(2) * note(3)
  assert s == -5
  assert three(note(4), note(5), note(6)) == 456
  a[note(0)] := note(7)
  bool b = note(8) < note(9)
  for i in 1..6 { assert pop(log) == i }
  assert pop(log) == 0 && pop(log) == 7 && pop(log) == 8 && pop(log) == 9
}
