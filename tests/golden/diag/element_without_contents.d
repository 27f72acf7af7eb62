//! expect: diagnostic 3:7 a queue cannot hold values without contents
record Nothing { }
queue<Nothing> q
Thread A { skip }
