//! expect: diagnostic 2:18 the bound of a fault must be 0 or more
fault crash A <= -1
Thread A { skip }
