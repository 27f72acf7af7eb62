//! expect: diagnostic 3:5 words of locals, too many for calls that nest 256 deep
int x
int f(int n) { int[3000] room; room[n] := n; if n == 0 { return 0 } return f(n - 1) + room[n] }
Thread A { x := f(3) }
