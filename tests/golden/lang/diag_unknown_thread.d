//! expect: diagnostic 2:26 unknown thread `W`
Thread T { pid p = spawn W(1) }
