//! expect: diagnostic 3:1 fault crash A is declared twice
fault crash A <= 1
fault crash A <= 2
Thread A { skip }
