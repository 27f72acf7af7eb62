//! expect: ok
//! expect naive: 1 executions
// a-b is one name; + and % have one precedence: (2 + 1) % 3 is 0.
<"names" 1, a-b 1 7, length 1 3, x 3 10 20 30, local i 1 2, y 1, const c 1 5,>
[
  y := x[i + 1 % length]
  y := a-b - c
]
