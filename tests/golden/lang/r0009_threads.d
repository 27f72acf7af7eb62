//! expect: error
Thread() W { skip }
Thread T { for i in 1..300 { pid p = spawn W() } }
