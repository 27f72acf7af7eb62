//! expect: diagnostic 2:1 unknown type `inte`
inte x
Thread T { skip }
