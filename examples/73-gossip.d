//! expect: ok
//! expect -D CERTIFICATES=false: violation
//! expect -D DISCARD=true: violation
//! expect optimal -D DISCARD=true: violation
//! expect stateful: ok
//! expect stateful:reach -D CERTIFICATES=false: violation
// 73. Gossip, and deleting.
//
// Every node keeps a copy of an item with a time stamp, and tells the others in any order; the newer stamp wins. So copies agree in the
// end, whoever talks to whom. (A. Demers and others, Epidemic algorithms for replicated database maintenance, PODC 1987.) Node 0
// deletes the item. If it just forgets it (CERTIFICATES=false), the next who comes by brings it back: not to have something cannot
// win against having it. So a deletion is an item itself, with a stamp: a death certificate. When may one throw it away? Not
// when one has told everybody (DISCARD): an old copy may still be on its way, from somebody who had not heard yet.
//
// See: dmc 73-gossip.d -D DISCARD=true
// Try: dmc 73-gossip.d -D N=4 -D DISCARD=true
// Exercise: two users change the item at the same time, with equal stamps. Let node 1 write a new value with stamp 2. Repair it.
param int N = 3
param bool CERTIFICATES = true
param bool DISCARD = false
enum Item { Unknown, Present, Deleted }
message Gossip(Item item, int stamp)
Item[N] last

Thread(i in 0..N-1) Node {
  Item item = Present
  int stamp = 1
  set<int> untold
  int heard = 0
  for j in 0..N-1 {
    if j != i { add(untold, j) }
  }
  if i == 0 {  // the user deletes
    item := Deleted
    stamp := 2
    if !CERTIFICATES {
      item := Unknown
      stamp := 0
    }
  }
  while len(untold) > 0 || heard < N - 1 {
    either {
      atomic {
        int j = choose(untold)
        remove(untold, j)
        Node[j] ! Gossip(item, stamp)
      }
    } or {
      receive {
        Gossip(it, s) => {
          heard += 1
          if s > stamp {
            item := it
            stamp := s
          }
        }
      }
    }
    if DISCARD && item == Deleted && len(untold) == 0 {
      item := Unknown
      stamp := 0
    }
  }
  last[i] := item
}
finally {
  assert forall(i in 0..N-1 : last[i] != Present), "the deleted item is back"
  assert forall(i in 0..N-1 : last[i] == last[0]), "the copies differ"
}
