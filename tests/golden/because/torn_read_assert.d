//! expect: violation
// Money moves in one step; the sum is read in two.
int left = 10, right = 0
Thread Move { atomic { left := left - 4; right := right + 4 } }
Thread Audit { assert left + right == 10, "money came from nowhere" }
