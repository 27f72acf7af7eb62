//! expect: diagnostic 2:5 this array is too large: a model has at most 16777216 locations
int[10000][10000] a
Thread A { skip }
