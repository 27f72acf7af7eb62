//! expect: ok
//! expect --progress=fair: violation progress
//! expect -D MANNERS=ordered --progress=fair: ok
//! expect -D MANNERS=random --progress=fair: violation progress
//! expect -D MANNERS=ordered --progress: violation progress
//! expect stateful -D N=4: ok
// 37. Polite philosophers: who does not get the second fork puts the first one back and tries again. There is no
// deadlock, and still they may starve together: a livelock.
// See: `dmc 37-diners_polite.d` says ok, since every state has a next step. `dmc 37-diners_polite.d --progress=fair` looks
// for runs without end: all take a fork, all fail, all put it back, all take a fork ... and each has had a turn.
// Try: `-D MANNERS=ordered --progress=fair`: the smaller fork first, and somebody always eats. `--progress` alone
// also counts schedulers that are not fair: one philosopher may try for ever while the one who eats gets no turn.
// `-D MANNERS=random --progress=fair`: each tosses a coin which fork comes first (after Lehmann and Rabin, POPL 1981).
// They eat with probability 1, yet coins may fall badly for ever, and dmc shows such a run: it knows no probabilities.
// Exercise: is the run of `random` shorter or longer with N=2? Which one of the three kinds of finding is it?
enum Manners { polite, ordered, random }
param Manners MANNERS = polite
param int N = 3
mutex[N] fork
Thread(i in 0..N-1) Philosopher {
  int a = i
  int b = (i + 1) % N
  if MANNERS == ordered && b < a { a := b; b := i }
  loop {
    if MANNERS == random && choose(bool) { a := (i + 1) % N; b := i }
    lock(fork[a])
    if trylock(fork[b]) { break }
    unlock(fork[a])
    a := i
    b := (i + 1) % N
  }
  print "eats"
  unlock(fork[b])
  unlock(fork[a])
}
