//! expect: diagnostic 2:18 the bound of a fault must be int, but this is bool
fault crash A <= true
Thread A { skip }
