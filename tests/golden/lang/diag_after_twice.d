//! expect: diagnostic 3:48 a receive has at most one `after`
message M()
Thread T { receive { M() => { }  after => { }  after => { } } }
