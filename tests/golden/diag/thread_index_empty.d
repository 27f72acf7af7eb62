//! expect: diagnostic 4:19 there are no threads `W`: this fails with R0002 when it runs
param int N = 0
Thread(i in 1..N) W { skip }
Thread A { join W[1] }
