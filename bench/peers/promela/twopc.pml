/* Two-phase commit: one coordinator, N participants that vote as they like; they agree. */
mtype = { prepare, yes, no, commit, giveup, ack };
chan part[N] = [2] of { mtype };
chan coord = [2 * N] of { mtype, byte };
mtype outcome[N], decision;
proctype coordinator() {
  byte i, got, who; mtype v; bool bad;
  for (i : 0 .. N - 1) { part[i] ! prepare };
  do
  :: got < N && !bad -> coord ? v, who; got++; if :: v == no -> bad = true :: else fi
  :: else -> break
  od;
  if :: bad -> decision = giveup :: else -> decision = commit fi;
  for (i : 0 .. N - 1) { part[i] ! decision };
  for (i : 0 .. N - 1) { coord ?? ack, who; assert(outcome[who] == decision) }
}
proctype participant(byte me) {
  mtype v, d;
  part[me] ? prepare;
  if :: v = yes :: v = no fi;
  coord ! v, me;
  part[me] ? d;
  assert(d != commit || v == yes);
  outcome[me] = d;
  coord ! ack, me
}
init { byte p; atomic { run coordinator(); for (p : 0 .. N - 1) { run participant(p) } } }
