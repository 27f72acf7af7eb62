//! expect: diagnostic 2:8 exit ends a thread and has no meaning here
init { exit }
Thread A { skip }
