//! expect: diagnostic 2:7 a queue cannot hold a mutex
queue<mutex> q
Thread A { skip }
