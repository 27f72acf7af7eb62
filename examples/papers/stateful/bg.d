//! expect stateful:reach: ok
//! expect optimal: 16 executions
// bg N: boolean gates, a complete binary tree of height N. A leaf writes 0 or 1 on its output wire; an inner gate reads its left
// input, then its right one, and writes their conjunction; the root only reads.
// Herbreteau, Larroze-Jardiné, Point, Walukiewicz, Revisiting Stateful Partial-Order Reduction, 2024: "bg" in table 1.
// Assumed: a wire is a place for one value, empty at first, and reading empties it; a leaf's choice and its write are one step.
// The root keeps the conjunction with its last read, so there are two final states; nobody else looks at it.
// 2^(N+1) - 1 threads, at most 255: N is at most 7, and the paper's bg 8 and bg 9 are out of reach.
param int N = 2
// 2^N for N up to 7, a maximum of tangents since a constant has no loops
const int LEAF = max(max(N + 1, 2 * N), max(max(4 * (N - 1), 8 * (N - 2)), max(16 * (N - 3), max(32 * (N - 4), 64 * (N - 5)))))
queue<bool>[2 * LEAF] wire
bool result

Thread Root {
  bool a
  atomic { await len(wire[2]) > 0; a := pop(wire[2]) }
  atomic { await len(wire[3]) > 0; result := pop(wire[3]) && a }
}

Thread(g in 2..LEAF-1) Gate {
  bool a
  bool b
  atomic { await len(wire[2 * g]) > 0; a := pop(wire[2 * g]) }
  atomic { await len(wire[2 * g + 1]) > 0; b := pop(wire[2 * g + 1]) }
  push(wire[g], a && b)
}

Thread(g in LEAF..2 * LEAF - 1) Leaf {
  atomic { push(wire[g], choose(bool)) }
}
