//! expect: diagnostic 2:5 an array length may not be negative
int[-1] a
Thread T { skip }
