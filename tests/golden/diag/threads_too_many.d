//! expect: diagnostic 3:21 this makes 300 threads; a model has at most 255
Thread(i in 1..100) A { skip }
Thread(i in 1..200) B { skip }
