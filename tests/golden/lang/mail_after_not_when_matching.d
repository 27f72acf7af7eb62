//! expect: ok
message A(), B()
Thread S { R ! B(); R ! A() }
Thread R { join S; receive { A() => { }  after => { assert false } }  receive { A() => { assert false }  after => { } } }
