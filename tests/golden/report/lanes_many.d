//! options: --algo naive --races=off
//! expect: violation small
// More threads than lanes: one column with names.
int x
Thread(i in 1..8) Add { atomic { x := x + i } }
invariant small: x < 36
daemon Thread Never { await x < 0 }
