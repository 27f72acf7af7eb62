//! expect: diagnostic 2:9 spawn may not stand in a constant
pid x = spawn W()
Thread() W { skip }
