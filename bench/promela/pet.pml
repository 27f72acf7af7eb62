/* As examples/papers/stateful/pet.d: one read or write a step; what follows it locally (the next process to look at, the next level)
 * belongs to it, and what is not needed any more is cleared with it. */
#ifndef N
#define N 3
#endif
#define FIRST   (_pid == 0 -> 1 : 0)
#define NEXT    k = k + 1; if :: k == _pid -> k++ :: else fi
#define LEAVE   k = 0; j++; if :: j < N -> goto climb :: else -> j = 0; goto out fi
byte level[N], last[N];
active [N] proctype process() {
  byte j = 1, k;
climb:
  level[_pid] = j;
  d_step { last[j] = _pid; k = FIRST };
look:
  if
  :: atomic { level[k] < j -> NEXT; if :: k < N -> goto look :: else -> LEAVE fi }
  :: atomic { last[j] != _pid -> LEAVE }
  fi;
out:
  level[_pid] = 0;
end:
  false
}
