//! expect: diagnostic 3:17 a string can only stand in `print` and as the message of `assert`
int x
Thread T { x := "no" }
