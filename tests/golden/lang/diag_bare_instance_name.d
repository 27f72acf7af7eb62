//! expect: diagnostic 3:17 `P` is a family of threads
Thread(i in 0..1) P { skip }
Thread T { join P }
