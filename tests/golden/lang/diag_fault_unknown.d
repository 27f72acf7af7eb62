//! expect: diagnostic 2:13 fault crash needs a thread, and `Nobody` is none
fault crash Nobody
Thread T { skip }
