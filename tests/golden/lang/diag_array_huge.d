//! expect: diagnostic 2:5 this array is too large: a model has at most 16777216 locations
int[1000000000] a
Thread T { skip }
