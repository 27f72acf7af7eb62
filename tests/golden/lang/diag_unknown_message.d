//! expect: diagnostic 2:19 unknown message `Hello`
Thread T { self ! Hello() }
