/* Two processes, N times i := i + j and j := j + i: one step reads the other's variable, one adds to the own. */
int i = 1, j = 1;
proctype left() { byte k; int v; for (k : 1 .. N) { v = j; i = i + v } }
proctype right() { byte k; int v; for (k : 1 .. N) { v = i; j = j + v } }
init { atomic { run left(); run right() } }
