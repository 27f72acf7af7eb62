//! expect: diagnostic 3:20 `W` starts by itself; spawn needs a Thread declared with parameters
Thread W { skip }
Thread T { pid p = spawn W() }
