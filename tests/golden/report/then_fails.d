//! options: --all --races=off --no-shorten
// A step that is followed by a failure is told apart from one that fails itself.
mutex m
int x = 5
Thread(int depth) Kid {
  if depth > 0 { pid k = spawn Kid(depth - 1); join k }
  int t = x
  assert t != 5 || depth != 0, "deep down"
}
Thread A {
  lock(m)
  int t = x
  unlock(m)
  assert t == 4, "money came or went"
}
Thread B { assert x == 4, "x is 4" }
Thread C { pid k = spawn Kid(2); join k; k := spawn Kid(0) }
Thread D { unlock(m) }
Thread E { atomic { int t = x; assert t == 4, "in the block" } }
Thread F { int[2] a; a[x] := 1 }
