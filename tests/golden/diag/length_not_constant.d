//! expect: diagnostic 3:5 an array length must be a constant
const int[2] T = [1, 2]
int[T[0]] a
Thread A { skip }
