#!/bin/sh
# Prints a model of clients that take locks: each acquires TAKEN different ones of LOCKS, in a random order, and then releases them in
# the order in which it got them. "Multi locks" of Herbreteau et al., Revisiting Stateful Partial-Order Reduction, 2024, figure 11:
# there 10 locks, 4, 6, 8, 10 or 12 clients, 1, 2 or 3 taken, 51 seeds of each.
#   bench/multilocks.sh SEED CLIENTS LOCKS TAKEN
# The same four numbers give the same model everywhere: the generator is its own (Lehmer's, 16807 modulo 2^31 - 1), not awk's.
[ $# -eq 4 ] || { echo 'usage: bench/multilocks.sh SEED CLIENTS LOCKS TAKEN' >&2; exit 64; }
exec awk -v seed="$1" -v clients="$2" -v locks="$3" -v taken="$4" '
function random(n) { x = (x * 16807) % 2147483647; return int(x / 2147483647 * n) }   # 0 .. n-1
BEGIN {
  if (taken > locks) { print "multilocks: cannot take " taken " of " locks " locks" >"/dev/stderr"; exit 64 }
  x = (seed * 1000003 + clients * 10007 + locks * 101 + taken) % 2147483646 + 1
  for (i = 0; i < 10; i++) random(2)                      # seeds that lie together part
  print "// multilocks: seed " seed ", " clients " clients, " locks " locks, " taken " taken. Written by bench/multilocks.sh."
  print "mutex[" locks "] m"
  for (c = 0; c < clients; c++) {
    for (i = 0; i < locks; i++) deck[i] = i
    printf "\nThread Client%d {\n", c
    for (i = 0; i < taken; i++) {                         # the first cards of a shuffled deck
      j = i + random(locks - i)
      card = deck[j]; deck[j] = deck[i]; deck[i] = card
      print "  lock(m[" card "])"
    }
    for (i = 0; i < taken; i++) print "  unlock(m[" deck[i] "])"
    print "}"
  }
}' </dev/null
