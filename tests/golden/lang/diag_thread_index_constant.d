//! expect: diagnostic 3:19 `P` has the indices 0..1
Thread(i in 0..1) P { skip }
Thread T { join P[7] }
