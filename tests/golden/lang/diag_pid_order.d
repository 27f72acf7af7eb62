//! expect: diagnostic 2:19 values of type pid cannot be compared with `<`
Thread T { assert self < self }
