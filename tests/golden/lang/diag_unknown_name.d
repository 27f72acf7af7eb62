//! expect: diagnostic 2:17 unknown name `count0`
Thread T { x := count0 }
int x
