//! expect: diagnostic 3:19 comparisons do not chain
int x
Thread T { assert 0 < x < 2 }
