//! expect: ok
int depth
Thread(int n) W {
  if n > 0 { pid p = spawn W(n - 1); join p }
  depth := depth + 1
}
Thread T { pid p = spawn W(3); join p; assert depth == 4 }
