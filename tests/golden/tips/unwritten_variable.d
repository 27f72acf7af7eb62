//! expect: ok
// What is never written could be a const; what init writes, or what is only looked at in properties, is fine.
int[3] cost = [1, 2, 3]
int limit, total = 6
int sum
init { limit := choose(3..6) }
Thread(i in 0..2) T { fetch_add(sum, cost[i]); if sum > limit { skip } }
finally { assert sum == total }
