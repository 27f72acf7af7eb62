//! expect: ok
message Hello(int v)
int x
Thread() W { receive { Hello(v) => { x := v } } }
Thread T { pid p = spawn W(); p ! Hello(5); join p; assert x == 5 }
