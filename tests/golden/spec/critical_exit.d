//! expect: violation cs
// exit stays inside.
int x
Thread A { critical cs { exit } }
Thread B { join A; critical cs { x := 1 } }
