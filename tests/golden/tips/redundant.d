//! options: --algo source --races=off
//! expect: ok
// Runs that are cut half-way: a source set does not know whether what it begins can be new to its end (sigma_false of SV-COMP).
const int N = 5
int[N] array
int index
Thread() Worker { int k = index; array[k] := 1 }
Thread Main {
  pid[N] t
  for i in 0..N-1 { index := i; t[i] := spawn Worker() }
  for i in 0..N-1 { join t[i] }
  int s
  for i in 0..N-1 { s := s + array[i] }
  assert s >= 1
}
