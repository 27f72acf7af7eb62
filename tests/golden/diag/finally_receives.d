//! expect: diagnostic 3:11 receive may not stand in finally
message M()
finally { receive { M() => { } after => { } } }
Thread A { skip }
