//! expect: diagnostic 2:13 fault crash needs a thread, and `Serve` is none
fault crash Serve <= 1
Thread Server { skip }
