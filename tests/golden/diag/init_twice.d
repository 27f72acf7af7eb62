//! expect: diagnostic 4:1 a model has at most one init
int x
init { x := 1 }
init { x := 2 }
Thread A { skip }
