// 255 threads in all are allowed.
//! expect stateful:reach: ok
Thread() W { skip }
Thread T { for i in 1..254 { pid p = spawn W() } }
