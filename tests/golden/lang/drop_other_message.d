//! expect: ok
message M(), N()
fault drop M
Thread S { R ! N() }
Thread R { receive { N() => { } } }
