//! expect: diagnostic 2:12 fault drop needs a message, and `Nothing` is none
fault drop Nothing
Thread T { skip }
