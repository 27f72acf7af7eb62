//! expect: diagnostic 3:27 this string is not closed on its line
int x
Thread T { assert x == 0, "oops }
