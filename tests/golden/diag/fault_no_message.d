//! expect: diagnostic 3:12 fault drop needs a message, and `Server` is none
message M()
fault drop Server
Thread Server { skip }
