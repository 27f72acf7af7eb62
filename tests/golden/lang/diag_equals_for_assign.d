//! expect: diagnostic 3:14 assignment is written `:=`
int x
Thread T { x = 1 }
