//! expect: diagnostic 3:1 too much shared memory: a model has at most 16777216 locations
int[16000000] a
int[16000000] b
Thread A { skip }
