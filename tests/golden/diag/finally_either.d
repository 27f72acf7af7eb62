//! expect: diagnostic 3:11 either may not stand in finally
Thread A { skip }
finally { either { skip } or { assert false } }
