/* N processes put four words each into a hash table of 128 places; one step a probe. */
byte table[128];
proctype indexer(byte me) {
  byte m, h, v;
  do
  :: m < 4 ->
    d_step { m++; v = m * 11 + me; h = (v * 7) % 128 };
    do
    :: atomic { table[h] == 0 -> table[h] = v; break }
    :: table[h] != 0 -> h = (h + 1) % 128
    od
  :: else -> break
  od
}
init { byte p; atomic { for (p : 0 .. N - 1) { run indexer(p) } } }
