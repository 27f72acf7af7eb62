//! expect: diagnostic 4:11 send may not stand in finally
message M()
Thread T { skip }
finally { T ! M() }
