//! expect: diagnostic 2:12 break stands only in a loop
Thread T { break }
