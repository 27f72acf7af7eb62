//! expect: diagnostic 4:8 receive may not stand in init
message M()
Thread T { skip }
init { receive { M() => { } } }
