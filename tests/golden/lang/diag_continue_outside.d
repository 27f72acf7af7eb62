//! expect: diagnostic 2:12 continue stands only in a loop
Thread T { continue }
