//! expect: diagnostic 4:18 choose may not stand in finally
set<int> s
Thread A { add(s, 1) }
finally { assert choose(s) == 1 }
