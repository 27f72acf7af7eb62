//! expect: diagnostic 3:9 an initial value must be a constant
const int[2] T = [3, 4]
int x = T[0]
Thread A { skip }
