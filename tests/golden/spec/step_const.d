//! expect naive: 2 executions
// Reading a const or a param is no step, nor is work on locals.
const int C = 5
param int P = 6
int x, y
Thread A { int a = C + P; a := a * 2; x := a }
Thread B { y := P - C }
finally { assert x == 22 && y == 1 }
