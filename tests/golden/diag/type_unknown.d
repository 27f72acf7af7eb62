//! expect: diagnostic 2:1 unknown type `boool`
boool x
Thread A { skip }
