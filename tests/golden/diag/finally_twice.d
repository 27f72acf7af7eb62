//! expect: diagnostic 4:1 a model has at most one finally
Thread A { skip }
finally { skip }
finally { skip }
