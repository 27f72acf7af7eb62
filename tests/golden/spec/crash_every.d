//! expect: cover
// Without a bound every instance may crash, all of them in one run; a join sees a crash as an end.
bool[3] done
fault crash T
Thread(i in 1..2) T { done[i] := true }
Thread Watch { join T[1]; join T[2] }
cover both: done[1] && done[2]
cover impossible: done[0]
finally { skip }
