//! expect: diagnostic 3:8 receive may not stand in init
message M()
init { receive { M() => { } } }
Thread A { skip }
