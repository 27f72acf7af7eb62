//! options: --width 200 --bfs --races=off
//! expect: violation agreement
// A trace of messages in 200 columns.
enum State { Working, Committed, Aborted }
message Vote(bool yes), Decide(bool commit)
State[2] member
Thread Coordinator {
  bool all = true
  for i in 0..1 { receive { Vote(yes) => { all := all && yes }  after => { skip } } }
  for i in 0..1 { Member[i] ! Decide(all) }
}
Thread(i in 0..1) Member {
  bool yes = choose(bool)
  Coordinator ! Vote(yes)
  if (!yes) { member[i] := Aborted; exit }
  receive { Decide(c) => { if (c) { member[i] := Committed } else { member[i] := Aborted } } }
}
invariant agreement: !exists(a in 0..1, b in 0..1 : member[a] == Committed && member[b] == Aborted)
