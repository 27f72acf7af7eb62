//! expect: diagnostic 3:8 critical may not stand in init
int x
init { critical cs { x := 1 } }
Thread A { skip }
