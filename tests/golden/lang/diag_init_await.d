//! expect: diagnostic 4:8 await may not stand in init
int x
Thread T { skip }
init { await x == 0 }
