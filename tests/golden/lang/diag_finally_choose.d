//! expect: diagnostic 3:18 choose may not stand in finally
Thread T { skip }
finally { assert choose(bool) }
