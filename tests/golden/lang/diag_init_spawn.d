//! expect: diagnostic 3:16 spawn may not stand in init
Thread() W { skip }
init { pid p = spawn W() }
Thread T { skip }
