//! options: --progress
//! expect: violation progress
//! expect --progress=fair: violation progress
//! expect --all: violation progress
// Two who meet in a corridor step aside for each other, again and again: each takes its steps, neither comes past.
bool[2] left
Thread(i in 0..1) Walker {
  while left[i] == left[1 - i] { left[i] := !left[i] }
}
