/* Peterson's filter lock for N processes, each enters R times; two at once inside fail. */
byte level[N], last[N], inside;
proctype process(byte me) {
  byte l, k, round;
  do
  :: round == R -> break
  :: round < R ->
    l = 1;
    do
    :: l < N ->
      level[me] = l;
      last[l] = me;
      k = 0;
      do
      :: k == me -> k++
      :: k < N && k != me -> (level[k] < l || last[l] != me); k++
      :: k >= N -> break
      od;
      l++
    :: else -> break
    od;
    inside++;
    assert(inside == 1);
    inside--;
    level[me] = 0;
    round++
  od
}
init { byte p; atomic { for (p : 0 .. N - 1) { run process(p) } } }
