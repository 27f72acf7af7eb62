//! expect: diagnostic 3:19 a thread's index must be int, but this is bool
Thread(i in 0..1) W { skip }
Thread A { join W[true] }
