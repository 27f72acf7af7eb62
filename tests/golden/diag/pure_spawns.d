//! expect: diagnostic 3:21 spawn may not stand in a pure function
Thread() W { skip }
pure int f() { _ := spawn W(); return 1 }
Thread A { print f() }
