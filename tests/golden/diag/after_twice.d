//! expect: diagnostic 5:3 a receive has at most one `after`
message M()
Thread A { receive { M() => { }
  after => { }
  after => { } } }
