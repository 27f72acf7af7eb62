//! expect: diagnostic 3:20 `W` takes 1 argument, not 0
Thread(int k) W { skip }
Thread T { pid p = spawn W() }
