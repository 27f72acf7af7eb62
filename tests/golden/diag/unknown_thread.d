//! expect: diagnostic 3:23 unknown thread `Worker2`
Thread() Worker { skip }
Thread A { _ := spawn Worker2() }
