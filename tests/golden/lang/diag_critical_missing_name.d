//! expect: diagnostic 2:21 unexpected `{`, expected a name
Thread T { critical { skip } }
