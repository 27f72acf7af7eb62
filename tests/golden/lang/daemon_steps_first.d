// finally runs when no step is enabled: the daemon has taken its last step by then.
//! expect: ok
int x
daemon Thread D { x := 1 }
Thread T { skip }
finally { assert x == 1 }
