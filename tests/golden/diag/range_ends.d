//! expect: diagnostic 2:13 the ends of this range are too large
Thread(i in 1..99999999999) A { skip }
