//! expect: diagnostic 2:21 this makes 256 threads; a model has at most 255
Thread(i in 1..256) T { skip }
